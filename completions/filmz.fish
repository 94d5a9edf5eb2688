# Completion of filmz for fish, written by `filmz --generate-completion-script=fish`.
# Put it into ~/.config/fish/completions/filmz.fish.

# What may stand in a place (command|option), where filmz itself does not answer.
function __filmz_table
  switch "$argv[1]"
    case '*|--home'
      printf '%s\t%s\n' \
        ':folders' ''
    case '*|--config'
      printf '%s\t%s\n' \
        ':files' ''
    case '*|-f'
      printf '%s\t%s\n' \
        ':files' ''
    case '*|--format'
      printf '%s\t%s\n' \
        'table' '' \
        'json' '' \
        'jsonl' '' \
        'csv' '' \
        'tsv' '' \
        'markdown' ''
    case '*|--color'
      printf '%s\t%s\n' \
        'auto' '' \
        'always' '' \
        'never' ''
    case '|'
      printf '%s\t%s\n' \
        'search' 'Look for films and series by title.' \
        'next' 'Show the next page of the results.' \
        'more' 'Show the next page of the results.' \
        'prev' 'Show the page before.' \
        'first' 'Show the first page of the results.' \
        'page' 'Show a page of the results by its number.' \
        'results' 'Show the current page of the results again.' \
        'retry' 'Run the last command that failed on the network again.' \
        'show' 'Show all about a film, and select it.' \
        'refresh' 'Fetch the facts of films from OMDb again.' \
        'add' 'Take films into the collection.' \
        'rm' 'Take films out of the collection.' \
        'rate' 'Rate films, from 0 to 10.' \
        'watched' 'Note that films were seen.' \
        'unwatched' 'Take all viewings of films away.' \
        'viewings' 'List when a film was seen; rm takes one viewing away.' \
        'note' 'Put a note on films.' \
        'audience' 'Say for whom films are.' \
        'from' 'Say who recommended films.' \
        'ls' 'List the films of the collection.' \
        'find' 'List the films of the collection with a text in them.' \
        'stats' 'Count the films of the collection.' \
        'genres' 'Count the films of each genre in the collection.' \
        'identify' 'Say that two ids are one film.' \
        'undo' 'Take back what was changed last in the collection.' \
        'redo' 'Make again what was undone last.' \
        'log' 'List what was changed in the collection, newest first.' \
        'backup' 'Look at the backups of the collection, make one, bring one back.' \
        'help' 'List the commands, or explain one.' \
        'doctor' 'Say what works here, what does not, and what to do about it.' \
        'config' 'Look at the settings, and change them.' \
        'catalog' 'Make a catalog of IMDb\'s datasets, and look after it.' \
        'cache' 'Look at the film cache, and clean it.' \
        'history' 'List the lines that were typed in the shell, newest last.' \
        'source' 'Run the commands of a file.' \
        'time' 'Show each command\'s elapsed time, or not.' \
        'about' 'Say what filmz is, and whose data it shows.' \
        'version' 'Show the version.' \
        'quit' 'End the shell.' \
        'exit' 'End the shell.'
    case '|-'
      printf '%s\t%s\n' \
        '--home' 'Keep all files below one folder.' \
        '--config' 'Read settings from another file.' \
        '--bail' 'Stop a script at its first failing line.' \
        '-f' 'Run the commands of a file; - is the standard input.' \
        '-c' 'Run commands, separated by semicolons.' \
        '--version' 'Show the version.' \
        '-h' 'Show this help; behind a verb, the help of that verb.' \
        '--help' 'Show this help; behind a verb, the help of that verb.' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.'
    case 'search|-'
      printf '%s\t%s\n' \
        '--year' 'Years, as 1999, 1990-1999, ">1990" or 1990s.' \
        '--type' 'Films of any of these types, as movie or series.' \
        '--genre' 'Films of any of these genres; +a,+b for all of them.' \
        '--rating' 'A rating, as 8, 7-8 or ">7.5": yours, in search IMDb\'s.' \
        '--imdb' 'IMDb\'s rating, as 7-8 or ">7.5".' \
        '--votes' 'Votes at IMDb, as 10k for that many or more.' \
        '--runtime' 'Minutes, as 90-120.' \
        '--director' 'Films of a director.' \
        '--actor' 'Films with an actor.' \
        '--person' 'Films of anybody who took part.' \
        '--sort' 'name, year, imdb, votes, runtime or rating, or several; with - before it the other way round.' \
        '--source' 'Where to look.' \
        '--page' 'The page to show first.' \
        '--limit' 'Rows of a page.' \
        '--exact' 'Take words as whole words, not as beginnings.' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.'
    case 'search|--year'
      printf '%s\t%s\n' \
        '2020..2029' '' \
        '2010..2019' '' \
        '2000..2009' '' \
        '1990..1999' '' \
        '1980..1989' '' \
        '1970..1979' '' \
        '1960..1969' '' \
        '1950..1959' '' \
        '1940..1949' '' \
        '1930..1939' '' \
        '1920..1929' '' \
        '1910..1919' '' \
        '1900..1909' '' \
        '1890..1899' ''
    case 'search|--type'
      printf '%s\t%s\n' \
        'movie' '' \
        'series' '' \
        'episode' '' \
        'game' '' \
        'short' '' \
        'tvMovie' '' \
        'miniSeries' '' \
        'tvSpecial' '' \
        'video' ''
    case 'search|--genre'
      printf '%s\t%s\n' \
        'Action' '' \
        'Adult' '' \
        'Adventure' '' \
        'Animation' '' \
        'Biography' '' \
        'Comedy' '' \
        'Crime' '' \
        'Documentary' '' \
        'Drama' '' \
        'Family' '' \
        'Fantasy' '' \
        'Film-Noir' '' \
        'Game-Show' '' \
        'History' '' \
        'Horror' '' \
        'Music' '' \
        'Musical' '' \
        'Mystery' '' \
        'News' '' \
        'Reality-TV' '' \
        'Romance' '' \
        'Sci-Fi' '' \
        'Short' '' \
        'Sport' '' \
        'Talk-Show' '' \
        'Thriller' '' \
        'War' '' \
        'Western' ''
    case 'search|--sort'
      printf '%s\t%s\n' \
        'name' '' \
        '-name' '' \
        'year' '' \
        '-year' '' \
        'imdb' '' \
        '-imdb' '' \
        'votes' '' \
        '-votes' '' \
        'runtime' '' \
        '-runtime' '' \
        'rating' '' \
        '-rating' ''
    case 'search|--source'
      printf '%s\t%s\n' \
        'auto' '' \
        'omdb' '' \
        'catalog' ''
    case 'next|-' 'more|-'
      printf '%s\t%s\n' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.'
    case 'prev|-'
      printf '%s\t%s\n' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.'
    case 'first|-'
      printf '%s\t%s\n' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.'
    case 'page|-'
      printf '%s\t%s\n' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.'
    case 'results|-'
      printf '%s\t%s\n' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.'
    case 'retry|-'
      printf '%s\t%s\n' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.'
    case 'show|-'
      printf '%s\t%s\n' \
        '--full' 'Show a long plot whole.' \
        '--refresh' 'Fetch the facts again.' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.'
    case 'refresh|-'
      printf '%s\t%s\n' \
        '--stale' 'All films of the collection whose facts are old or missing.' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.'
    case 'add|-'
      printf '%s\t%s\n' \
        '--watched' 'It has been seen.' \
        '--on' 'When it was seen: 2024-05-01, 2024-05, 2024, today, yesterday or unknown.' \
        '--rating' '0 to 10, 4.5/5 or ★★★★½.' \
        '--audience' 'Whom it is for.' \
        '--from' 'Who recommended it.' \
        '--note' 'A note of yours.' \
        '--tag' 'A tag; may be given several times.' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.'
    case 'add|--on'
      printf '%s\t%s\n' \
        'today' '' \
        'yesterday' '' \
        'unknown' ''
    case 'add|--audience'
      printf '%s\t%s\n' \
        'me' '' \
        'partner' '' \
        'family' ''
    case 'rm|-'
      printf '%s\t%s\n' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.'
    case 'rate|-'
      printf '%s\t%s\n' \
        '--watched' 'Only films that were seen.' \
        '--unwatched' 'Only films that were not seen.' \
        '--wanted' 'Only films to be seen, the same as --unwatched.' \
        '--year' 'Years, as 1999, 1990-1999, ">1990" or 1990s.' \
        '--type' 'Films of any of these types, as movie or series.' \
        '--genre' 'Films of any of these genres; +a,+b for all of them.' \
        '--rating' 'A rating, as 8, 7-8 or ">7.5": yours, in search IMDb\'s.' \
        '--imdb' 'IMDb\'s rating, as 7-8 or ">7.5".' \
        '--votes' 'Votes at IMDb, as 10k for that many or more.' \
        '--runtime' 'Minutes, as 90-120.' \
        '--director' 'Films of a director.' \
        '--actor' 'Films with an actor.' \
        '--person' 'Films of anybody who took part.' \
        '--mine' 'Your rating, the same as --rating.' \
        '--stars' 'Your rating in stars, as 4 or 3.5-5.' \
        '--recent' 'Films added in the last days.' \
        '--audience' 'Whom the films are for.' \
        '--tag' 'Films with a tag.' \
        '--grep' 'Text in title, people, year, notes.' \
        '--sort' 'name, year, added, mine, imdb, votes, watched, runtime, random or rating, or several as -rating,year; with - before it the other way round.' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.'
    case 'rate|--year'
      printf '%s\t%s\n' \
        '2020..2029' '' \
        '2010..2019' '' \
        '2000..2009' '' \
        '1990..1999' '' \
        '1980..1989' '' \
        '1970..1979' '' \
        '1960..1969' '' \
        '1950..1959' '' \
        '1940..1949' '' \
        '1930..1939' '' \
        '1920..1929' '' \
        '1910..1919' '' \
        '1900..1909' '' \
        '1890..1899' ''
    case 'rate|--type'
      printf '%s\t%s\n' \
        'movie' '' \
        'series' '' \
        'episode' '' \
        'game' '' \
        'short' '' \
        'tvMovie' '' \
        'miniSeries' '' \
        'tvSpecial' '' \
        'video' ''
    case 'rate|--genre'
      printf '%s\t%s\n' \
        'Action' '' \
        'Adult' '' \
        'Adventure' '' \
        'Animation' '' \
        'Biography' '' \
        'Comedy' '' \
        'Crime' '' \
        'Documentary' '' \
        'Drama' '' \
        'Family' '' \
        'Fantasy' '' \
        'Film-Noir' '' \
        'Game-Show' '' \
        'History' '' \
        'Horror' '' \
        'Music' '' \
        'Musical' '' \
        'Mystery' '' \
        'News' '' \
        'Reality-TV' '' \
        'Romance' '' \
        'Sci-Fi' '' \
        'Short' '' \
        'Sport' '' \
        'Talk-Show' '' \
        'Thriller' '' \
        'War' '' \
        'Western' ''
    case 'rate|--audience'
      printf '%s\t%s\n' \
        'me' '' \
        'partner' '' \
        'family' ''
    case 'rate|--sort'
      printf '%s\t%s\n' \
        'name' '' \
        '-name' '' \
        'year' '' \
        '-year' '' \
        'added' '' \
        '-added' '' \
        'mine' '' \
        '-mine' '' \
        'imdb' '' \
        '-imdb' '' \
        'votes' '' \
        '-votes' '' \
        'watched' '' \
        '-watched' '' \
        'runtime' '' \
        '-runtime' '' \
        'random' '' \
        'rating' '' \
        '-rating' ''
    case 'watched|-'
      printf '%s\t%s\n' \
        '--on' 'When it was seen: 2024-05-01, 2024-05, 2024, today, yesterday or unknown.' \
        '--rating' '0 to 10, 4.5/5 or ★★★★½.' \
        '--note' 'A note on the viewing.' \
        '--tag' 'A tag; may be given several times.' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.'
    case 'watched|--on'
      printf '%s\t%s\n' \
        'today' '' \
        'yesterday' '' \
        'unknown' ''
    case 'unwatched|-'
      printf '%s\t%s\n' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.'
    case 'viewings|-'
      printf '%s\t%s\n' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.'
    case 'note|-'
      printf '%s\t%s\n' \
        '-e' 'Write the note in $EDITOR; all words mean the film then.' \
        '--edit' 'Write the note in $EDITOR; all words mean the film then.' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.'
    case 'audience|-'
      printf '%s\t%s\n' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.'
    case 'from|-'
      printf '%s\t%s\n' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.'
    case 'ls|-'
      printf '%s\t%s\n' \
        '--watched' 'Only films that were seen.' \
        '--unwatched' 'Only films that were not seen.' \
        '--wanted' 'Only films to be seen, the same as --unwatched.' \
        '--year' 'Years, as 1999, 1990-1999, ">1990" or 1990s.' \
        '--type' 'Films of any of these types, as movie or series.' \
        '--genre' 'Films of any of these genres; +a,+b for all of them.' \
        '--rating' 'A rating, as 8, 7-8 or ">7.5": yours, in search IMDb\'s.' \
        '--imdb' 'IMDb\'s rating, as 7-8 or ">7.5".' \
        '--votes' 'Votes at IMDb, as 10k for that many or more.' \
        '--runtime' 'Minutes, as 90-120.' \
        '--director' 'Films of a director.' \
        '--actor' 'Films with an actor.' \
        '--person' 'Films of anybody who took part.' \
        '--mine' 'Your rating, the same as --rating.' \
        '--stars' 'Your rating in stars, as 4 or 3.5-5.' \
        '--recent' 'Films added in the last days.' \
        '--audience' 'Whom the films are for.' \
        '--tag' 'Films with a tag.' \
        '--grep' 'Text in title, people, year, notes.' \
        '--sort' 'name, year, added, mine, imdb, votes, watched, runtime, random or rating, or several as -rating,year; with - before it the other way round.' \
        '--limit' 'Rows of a page.' \
        '--page' 'The page to show.' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.'
    case 'ls|--year'
      printf '%s\t%s\n' \
        '2020..2029' '' \
        '2010..2019' '' \
        '2000..2009' '' \
        '1990..1999' '' \
        '1980..1989' '' \
        '1970..1979' '' \
        '1960..1969' '' \
        '1950..1959' '' \
        '1940..1949' '' \
        '1930..1939' '' \
        '1920..1929' '' \
        '1910..1919' '' \
        '1900..1909' '' \
        '1890..1899' ''
    case 'ls|--type'
      printf '%s\t%s\n' \
        'movie' '' \
        'series' '' \
        'episode' '' \
        'game' '' \
        'short' '' \
        'tvMovie' '' \
        'miniSeries' '' \
        'tvSpecial' '' \
        'video' ''
    case 'ls|--genre'
      printf '%s\t%s\n' \
        'Action' '' \
        'Adult' '' \
        'Adventure' '' \
        'Animation' '' \
        'Biography' '' \
        'Comedy' '' \
        'Crime' '' \
        'Documentary' '' \
        'Drama' '' \
        'Family' '' \
        'Fantasy' '' \
        'Film-Noir' '' \
        'Game-Show' '' \
        'History' '' \
        'Horror' '' \
        'Music' '' \
        'Musical' '' \
        'Mystery' '' \
        'News' '' \
        'Reality-TV' '' \
        'Romance' '' \
        'Sci-Fi' '' \
        'Short' '' \
        'Sport' '' \
        'Talk-Show' '' \
        'Thriller' '' \
        'War' '' \
        'Western' ''
    case 'ls|--audience'
      printf '%s\t%s\n' \
        'me' '' \
        'partner' '' \
        'family' ''
    case 'ls|--sort'
      printf '%s\t%s\n' \
        'name' '' \
        '-name' '' \
        'year' '' \
        '-year' '' \
        'added' '' \
        '-added' '' \
        'mine' '' \
        '-mine' '' \
        'imdb' '' \
        '-imdb' '' \
        'votes' '' \
        '-votes' '' \
        'watched' '' \
        '-watched' '' \
        'runtime' '' \
        '-runtime' '' \
        'random' '' \
        'rating' '' \
        '-rating' ''
    case 'find|-'
      printf '%s\t%s\n' \
        '--watched' 'Only films that were seen.' \
        '--unwatched' 'Only films that were not seen.' \
        '--wanted' 'Only films to be seen, the same as --unwatched.' \
        '--year' 'Years, as 1999, 1990-1999, ">1990" or 1990s.' \
        '--type' 'Films of any of these types, as movie or series.' \
        '--genre' 'Films of any of these genres; +a,+b for all of them.' \
        '--rating' 'A rating, as 8, 7-8 or ">7.5": yours, in search IMDb\'s.' \
        '--imdb' 'IMDb\'s rating, as 7-8 or ">7.5".' \
        '--votes' 'Votes at IMDb, as 10k for that many or more.' \
        '--runtime' 'Minutes, as 90-120.' \
        '--director' 'Films of a director.' \
        '--actor' 'Films with an actor.' \
        '--person' 'Films of anybody who took part.' \
        '--mine' 'Your rating, the same as --rating.' \
        '--stars' 'Your rating in stars, as 4 or 3.5-5.' \
        '--recent' 'Films added in the last days.' \
        '--audience' 'Whom the films are for.' \
        '--tag' 'Films with a tag.' \
        '--grep' 'Text in title, people, year, notes.' \
        '--sort' 'name, year, added, mine, imdb, votes, watched, runtime, random or rating, or several as -rating,year; with - before it the other way round.' \
        '--limit' 'Rows of a page.' \
        '--page' 'The page to show.' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.'
    case 'find|--year'
      printf '%s\t%s\n' \
        '2020..2029' '' \
        '2010..2019' '' \
        '2000..2009' '' \
        '1990..1999' '' \
        '1980..1989' '' \
        '1970..1979' '' \
        '1960..1969' '' \
        '1950..1959' '' \
        '1940..1949' '' \
        '1930..1939' '' \
        '1920..1929' '' \
        '1910..1919' '' \
        '1900..1909' '' \
        '1890..1899' ''
    case 'find|--type'
      printf '%s\t%s\n' \
        'movie' '' \
        'series' '' \
        'episode' '' \
        'game' '' \
        'short' '' \
        'tvMovie' '' \
        'miniSeries' '' \
        'tvSpecial' '' \
        'video' ''
    case 'find|--genre'
      printf '%s\t%s\n' \
        'Action' '' \
        'Adult' '' \
        'Adventure' '' \
        'Animation' '' \
        'Biography' '' \
        'Comedy' '' \
        'Crime' '' \
        'Documentary' '' \
        'Drama' '' \
        'Family' '' \
        'Fantasy' '' \
        'Film-Noir' '' \
        'Game-Show' '' \
        'History' '' \
        'Horror' '' \
        'Music' '' \
        'Musical' '' \
        'Mystery' '' \
        'News' '' \
        'Reality-TV' '' \
        'Romance' '' \
        'Sci-Fi' '' \
        'Short' '' \
        'Sport' '' \
        'Talk-Show' '' \
        'Thriller' '' \
        'War' '' \
        'Western' ''
    case 'find|--audience'
      printf '%s\t%s\n' \
        'me' '' \
        'partner' '' \
        'family' ''
    case 'find|--sort'
      printf '%s\t%s\n' \
        'name' '' \
        '-name' '' \
        'year' '' \
        '-year' '' \
        'added' '' \
        '-added' '' \
        'mine' '' \
        '-mine' '' \
        'imdb' '' \
        '-imdb' '' \
        'votes' '' \
        '-votes' '' \
        'watched' '' \
        '-watched' '' \
        'runtime' '' \
        '-runtime' '' \
        'random' '' \
        'rating' '' \
        '-rating' ''
    case 'stats|-'
      printf '%s\t%s\n' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.'
    case 'genres|-'
      printf '%s\t%s\n' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.'
    case 'identify|-'
      printf '%s\t%s\n' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.'
    case 'undo|-'
      printf '%s\t%s\n' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.'
    case 'redo|-'
      printf '%s\t%s\n' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.'
    case 'log|-'
      printf '%s\t%s\n' \
        '--limit' 'How many steps.' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.'
    case 'backup|'
      printf '%s\t%s\n' \
        'ls' 'List the backups, newest first.' \
        'now' 'Make a backup, which stays until you remove its file.' \
        'restore' 'Bring a backup back; what it replaces is backed up first.'
    case 'backup|-'
      printf '%s\t%s\n' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.'
    case 'backup ls|-'
      printf '%s\t%s\n' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.'
    case 'backup now|-'
      printf '%s\t%s\n' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.'
    case 'backup restore|-'
      printf '%s\t%s\n' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.'
    case 'help|'
      printf '%s\t%s\n' \
        'search' 'Look for films and series by title.' \
        'next' 'Show the next page of the results.' \
        'more' 'Show the next page of the results.' \
        'prev' 'Show the page before.' \
        'first' 'Show the first page of the results.' \
        'page' 'Show a page of the results by its number.' \
        'results' 'Show the current page of the results again.' \
        'retry' 'Run the last command that failed on the network again.' \
        'show' 'Show all about a film, and select it.' \
        'refresh' 'Fetch the facts of films from OMDb again.' \
        'add' 'Take films into the collection.' \
        'rm' 'Take films out of the collection.' \
        'rate' 'Rate films, from 0 to 10.' \
        'watched' 'Note that films were seen.' \
        'unwatched' 'Take all viewings of films away.' \
        'viewings' 'List when a film was seen; rm takes one viewing away.' \
        'note' 'Put a note on films.' \
        'audience' 'Say for whom films are.' \
        'from' 'Say who recommended films.' \
        'ls' 'List the films of the collection.' \
        'find' 'List the films of the collection with a text in them.' \
        'stats' 'Count the films of the collection.' \
        'genres' 'Count the films of each genre in the collection.' \
        'identify' 'Say that two ids are one film.' \
        'undo' 'Take back what was changed last in the collection.' \
        'redo' 'Make again what was undone last.' \
        'log' 'List what was changed in the collection, newest first.' \
        'backup' 'Look at the backups of the collection, make one, bring one back.' \
        'help' 'List the commands, or explain one.' \
        'doctor' 'Say what works here, what does not, and what to do about it.' \
        'config' 'Look at the settings, and change them.' \
        'catalog' 'Make a catalog of IMDb\'s datasets, and look after it.' \
        'cache' 'Look at the film cache, and clean it.' \
        'history' 'List the lines that were typed in the shell, newest last.' \
        'source' 'Run the commands of a file.' \
        'time' 'Show each command\'s elapsed time, or not.' \
        'about' 'Say what filmz is, and whose data it shows.' \
        'version' 'Show the version.' \
        'quit' 'End the shell.' \
        'exit' 'End the shell.'
    case 'help|-'
      printf '%s\t%s\n' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.'
    case 'doctor|-'
      printf '%s\t%s\n' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.'
    case 'config|'
      printf '%s\t%s\n' \
        'ls' 'List all settings; keys are masked.' \
        'get' 'Show one setting; keys are masked.' \
        'set' 'Change a setting; - asks for the value without showing it.' \
        'unset' 'Take a setting out of the file.' \
        'path' 'Show where the settings file is.'
    case 'config|-'
      printf '%s\t%s\n' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.'
    case 'config ls|-'
      printf '%s\t%s\n' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.'
    case 'config get|'
      printf '%s\t%s\n' \
        'omdb.apiKey' 'a key without blanks' \
        'omdb.baseURL' 'an address without a key, such as https://www.omdbapi.com/' \
        'tmdb.token' 'a key without blanks' \
        'tmdb.baseURL' 'an address without a key, such as https://www.omdbapi.com/' \
        'cache.days' 'a number of days from 0 to 3650' \
        'page.size' 'a number from 1 to 1000, or auto'
    case 'config get|-'
      printf '%s\t%s\n' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.'
    case 'config set|'
      printf '%s\t%s\n' \
        'omdb.apiKey' 'a key without blanks' \
        'omdb.baseURL' 'an address without a key, such as https://www.omdbapi.com/' \
        'tmdb.token' 'a key without blanks' \
        'tmdb.baseURL' 'an address without a key, such as https://www.omdbapi.com/' \
        'cache.days' 'a number of days from 0 to 3650' \
        'page.size' 'a number from 1 to 1000, or auto'
    case 'config set|-'
      printf '%s\t%s\n' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.'
    case 'config unset|'
      printf '%s\t%s\n' \
        'omdb.apiKey' 'a key without blanks' \
        'omdb.baseURL' 'an address without a key, such as https://www.omdbapi.com/' \
        'tmdb.token' 'a key without blanks' \
        'tmdb.baseURL' 'an address without a key, such as https://www.omdbapi.com/' \
        'cache.days' 'a number of days from 0 to 3650' \
        'page.size' 'a number from 1 to 1000, or auto'
    case 'config unset|-'
      printf '%s\t%s\n' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.'
    case 'config path|-'
      printf '%s\t%s\n' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.'
    case 'catalog|'
      printf '%s\t%s\n' \
        'info' 'Show what the catalog holds, and how old it is.' \
        'import' 'Make the catalog of dataset files that are here.' \
        'update' 'Download the datasets that are new, and import them.' \
        'remove' 'Remove the catalog, and what was downloaded for it.'
    case 'catalog|-'
      printf '%s\t%s\n' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.'
    case 'catalog info|-'
      printf '%s\t%s\n' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.'
    case 'catalog import|'
      printf '%s\t%s\n' \
        ':files' ''
    case 'catalog import|-'
      printf '%s\t%s\n' \
        '--only' 'Only some kinds of titles, separated by commas.' \
        '--episodes' 'Take in episodes of series too.' \
        '--adult' 'Take in adult titles too.' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.'
    case 'catalog import|--only'
      printf '%s\t%s\n' \
        'movies' '' \
        'series' '' \
        'miniseries' '' \
        'episodes' '' \
        'tvmovies' '' \
        'specials' '' \
        'shorts' '' \
        'videos' '' \
        'games' ''
    case 'catalog update|-'
      printf '%s\t%s\n' \
        '--from' 'Where the files are, if not at IMDb.' \
        '--people' 'Get crews and casts too, for director:, actor: and person:.' \
        '--only' 'Only some kinds of titles, separated by commas.' \
        '--episodes' 'Take in episodes of series too.' \
        '--adult' 'Take in adult titles too.' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.'
    case 'catalog update|--only'
      printf '%s\t%s\n' \
        'movies' '' \
        'series' '' \
        'miniseries' '' \
        'episodes' '' \
        'tvmovies' '' \
        'specials' '' \
        'shorts' '' \
        'videos' '' \
        'games' ''
    case 'catalog remove|-'
      printf '%s\t%s\n' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.'
    case 'cache|'
      printf '%s\t%s\n' \
        'ls' 'List the films of the cache by title.' \
        'show' 'Show how old a film\'s copy is, and where it stands.' \
        'rm' 'Forget what was fetched of films; the collection stays.' \
        'prune' 'Take out what is old, but no film of the collection.' \
        'clear' 'Empty the cache; the collection stays.'
    case 'cache|-'
      printf '%s\t%s\n' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.'
    case 'cache ls|-'
      printf '%s\t%s\n' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.'
    case 'cache show|-'
      printf '%s\t%s\n' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.'
    case 'cache rm|-'
      printf '%s\t%s\n' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.'
    case 'cache prune|-'
      printf '%s\t%s\n' \
        '--days' 'Days that are kept.' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.'
    case 'cache clear|-'
      printf '%s\t%s\n' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.'
    case 'history|-'
      printf '%s\t%s\n' \
        '--limit' 'How many of the newest lines.' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.'
    case 'source|'
      printf '%s\t%s\n' \
        ':files' ''
    case 'source|-'
      printf '%s\t%s\n' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.'
    case 'time|'
      printf '%s\t%s\n' \
        'on' '' \
        'off' ''
    case 'time|-'
      printf '%s\t%s\n' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.'
    case 'about|-'
      printf '%s\t%s\n' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.'
    case 'version|-'
      printf '%s\t%s\n' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.'
    case 'quit|-' 'exit|-'
      printf '%s\t%s\n' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.'
  end
end

function __filmz_complete
  set -l words (commandline -opc)
  set -l program $words[1]
  set -e words[1]
  set -l current (commandline -ct | string trim -l -c '\'"' | string unescape)
  set -l glued ''
  if string match -q -- '--*=*' "$current"
    set -l parts (string split -m 1 = -- $current)
    set glued $parts[1]=
    set -a words $parts[1]
    set current $parts[2]
  end

  set -l launch
  set -l rest
  set -l verb ''
  set -l option ''
  set -l i 0
  while test $i -lt (count $words)
    set i (math $i + 1)
    set -l word $words[$i]
    switch $word
      case --home --config
        if test $i -lt (count $words)
          set i (math $i + 1)
          set -a launch $word $words[$i]
        else
          set option $word
        end
        continue
      case --actor --audience --color --days --director --format --from --genre --grep --imdb --limit --mine --note --on --only --page --person --rating --recent --runtime --sort --source --stars --tag --type --votes --year -c -f
        set -a rest $word
        if test $i -lt (count $words)
          set i (math $i + 1)
          set -a rest $words[$i]
        else
          set option $word
        end
        continue
      case '-*'
      case '*'
        switch "$verb"
          case ''
            set verb $word
          case backup config catalog cache
            set verb "$verb $word"
        end
    end
    set -a rest $word
  end

  set -l place "$verb|$option"
  if test -z "$option"; and string match -q -- '-*' "$current"
    set place "$verb|-"
  end
  set -l lines (__filmz_table $place)
  switch "$lines[1]"
    case ':files*'
      __fish_complete_path "$current"
      return
    case ':folders*'
      __fish_complete_directories "$current"
      return
  end

  set -l answer (command $program $launch --complete $rest "$current" </dev/null 2>/dev/null)
  if test (count $answer) -gt 0
    set lines $answer
  end
  for line in $lines
    echo "$glued$line"
  end
end

complete -c filmz -f -k -a '(__filmz_complete)'
