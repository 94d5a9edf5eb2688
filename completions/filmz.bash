# Completion of filmz for bash, written by `filmz --generate-completion-script=bash`.
# Put it into ~/.local/share/bash-completion/completions/filmz, or source it.

# What may stand in a place (command|option), where filmz itself does not answer.
_filmz_table() {
  case $1 in
    *'|--home')
      printf '%s\t%s\n' \
        ':folders' '' ;;
    *'|--config')
      printf '%s\t%s\n' \
        ':files' '' ;;
    *'|-f')
      printf '%s\t%s\n' \
        ':files' '' ;;
    *'|--format')
      printf '%s\t%s\n' \
        'table' '' \
        'json' '' \
        'jsonl' '' \
        'csv' '' \
        'tsv' '' \
        'markdown' '' ;;
    *'|--color')
      printf '%s\t%s\n' \
        'auto' '' \
        'always' '' \
        'never' '' ;;
    '|')
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
        'catalog' 'Make a catalog of IMDb'\''s datasets, and look after it.' \
        'cache' 'Look at the film cache, and clean it.' \
        'history' 'List the lines that were typed in the shell, newest last.' \
        'source' 'Run the commands of a file.' \
        'time' 'Show each command'\''s elapsed time, or not.' \
        'about' 'Say what filmz is, and whose data it shows.' \
        'version' 'Show the version.' \
        'quit' 'End the shell.' \
        'exit' 'End the shell.' ;;
    '|-')
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
        '--verbose' 'Show notices and footers also where nobody watches.' ;;
    'search|-')
      printf '%s\t%s\n' \
        '--year' 'Years, as 1999, 1990-1999, ">1990" or 1990s.' \
        '--type' 'Films of any of these types, as movie or series.' \
        '--genre' 'Films of any of these genres; +a,+b for all of them.' \
        '--rating' 'A rating, as 8, 7-8 or ">7.5": yours, in search IMDb'\''s.' \
        '--imdb' 'IMDb'\''s rating, as 7-8 or ">7.5".' \
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
        '--verbose' 'Show notices and footers also where nobody watches.' ;;
    'search|--year')
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
        '1890..1899' '' ;;
    'search|--type')
      printf '%s\t%s\n' \
        'movie' '' \
        'series' '' \
        'episode' '' \
        'game' '' \
        'short' '' \
        'tvMovie' '' \
        'miniSeries' '' \
        'tvSpecial' '' \
        'video' '' ;;
    'search|--genre')
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
        'Western' '' ;;
    'search|--sort')
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
        '-rating' '' ;;
    'search|--source')
      printf '%s\t%s\n' \
        'auto' '' \
        'omdb' '' \
        'catalog' '' ;;
    'next|-' | 'more|-')
      printf '%s\t%s\n' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.' ;;
    'prev|-')
      printf '%s\t%s\n' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.' ;;
    'first|-')
      printf '%s\t%s\n' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.' ;;
    'page|-')
      printf '%s\t%s\n' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.' ;;
    'results|-')
      printf '%s\t%s\n' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.' ;;
    'retry|-')
      printf '%s\t%s\n' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.' ;;
    'show|-')
      printf '%s\t%s\n' \
        '--full' 'Show a long plot whole.' \
        '--refresh' 'Fetch the facts again.' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.' ;;
    'refresh|-')
      printf '%s\t%s\n' \
        '--stale' 'All films of the collection whose facts are old or missing.' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.' ;;
    'add|-')
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
        '--verbose' 'Show notices and footers also where nobody watches.' ;;
    'add|--on')
      printf '%s\t%s\n' \
        'today' '' \
        'yesterday' '' \
        'unknown' '' ;;
    'add|--audience')
      printf '%s\t%s\n' \
        'me' '' \
        'partner' '' \
        'family' '' ;;
    'rm|-')
      printf '%s\t%s\n' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.' ;;
    'rate|-')
      printf '%s\t%s\n' \
        '--watched' 'Only films that were seen.' \
        '--unwatched' 'Only films that were not seen.' \
        '--wanted' 'Only films to be seen, the same as --unwatched.' \
        '--year' 'Years, as 1999, 1990-1999, ">1990" or 1990s.' \
        '--type' 'Films of any of these types, as movie or series.' \
        '--genre' 'Films of any of these genres; +a,+b for all of them.' \
        '--rating' 'A rating, as 8, 7-8 or ">7.5": yours, in search IMDb'\''s.' \
        '--imdb' 'IMDb'\''s rating, as 7-8 or ">7.5".' \
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
        '--verbose' 'Show notices and footers also where nobody watches.' ;;
    'rate|--year')
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
        '1890..1899' '' ;;
    'rate|--type')
      printf '%s\t%s\n' \
        'movie' '' \
        'series' '' \
        'episode' '' \
        'game' '' \
        'short' '' \
        'tvMovie' '' \
        'miniSeries' '' \
        'tvSpecial' '' \
        'video' '' ;;
    'rate|--genre')
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
        'Western' '' ;;
    'rate|--audience')
      printf '%s\t%s\n' \
        'me' '' \
        'partner' '' \
        'family' '' ;;
    'rate|--sort')
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
        '-rating' '' ;;
    'watched|-')
      printf '%s\t%s\n' \
        '--on' 'When it was seen: 2024-05-01, 2024-05, 2024, today, yesterday or unknown.' \
        '--rating' '0 to 10, 4.5/5 or ★★★★½.' \
        '--note' 'A note on the viewing.' \
        '--tag' 'A tag; may be given several times.' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.' ;;
    'watched|--on')
      printf '%s\t%s\n' \
        'today' '' \
        'yesterday' '' \
        'unknown' '' ;;
    'unwatched|-')
      printf '%s\t%s\n' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.' ;;
    'viewings|-')
      printf '%s\t%s\n' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.' ;;
    'note|-')
      printf '%s\t%s\n' \
        '-e' 'Write the note in $EDITOR; all words mean the film then.' \
        '--edit' 'Write the note in $EDITOR; all words mean the film then.' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.' ;;
    'audience|-')
      printf '%s\t%s\n' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.' ;;
    'from|-')
      printf '%s\t%s\n' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.' ;;
    'ls|-')
      printf '%s\t%s\n' \
        '--watched' 'Only films that were seen.' \
        '--unwatched' 'Only films that were not seen.' \
        '--wanted' 'Only films to be seen, the same as --unwatched.' \
        '--year' 'Years, as 1999, 1990-1999, ">1990" or 1990s.' \
        '--type' 'Films of any of these types, as movie or series.' \
        '--genre' 'Films of any of these genres; +a,+b for all of them.' \
        '--rating' 'A rating, as 8, 7-8 or ">7.5": yours, in search IMDb'\''s.' \
        '--imdb' 'IMDb'\''s rating, as 7-8 or ">7.5".' \
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
        '--verbose' 'Show notices and footers also where nobody watches.' ;;
    'ls|--year')
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
        '1890..1899' '' ;;
    'ls|--type')
      printf '%s\t%s\n' \
        'movie' '' \
        'series' '' \
        'episode' '' \
        'game' '' \
        'short' '' \
        'tvMovie' '' \
        'miniSeries' '' \
        'tvSpecial' '' \
        'video' '' ;;
    'ls|--genre')
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
        'Western' '' ;;
    'ls|--audience')
      printf '%s\t%s\n' \
        'me' '' \
        'partner' '' \
        'family' '' ;;
    'ls|--sort')
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
        '-rating' '' ;;
    'find|-')
      printf '%s\t%s\n' \
        '--watched' 'Only films that were seen.' \
        '--unwatched' 'Only films that were not seen.' \
        '--wanted' 'Only films to be seen, the same as --unwatched.' \
        '--year' 'Years, as 1999, 1990-1999, ">1990" or 1990s.' \
        '--type' 'Films of any of these types, as movie or series.' \
        '--genre' 'Films of any of these genres; +a,+b for all of them.' \
        '--rating' 'A rating, as 8, 7-8 or ">7.5": yours, in search IMDb'\''s.' \
        '--imdb' 'IMDb'\''s rating, as 7-8 or ">7.5".' \
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
        '--verbose' 'Show notices and footers also where nobody watches.' ;;
    'find|--year')
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
        '1890..1899' '' ;;
    'find|--type')
      printf '%s\t%s\n' \
        'movie' '' \
        'series' '' \
        'episode' '' \
        'game' '' \
        'short' '' \
        'tvMovie' '' \
        'miniSeries' '' \
        'tvSpecial' '' \
        'video' '' ;;
    'find|--genre')
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
        'Western' '' ;;
    'find|--audience')
      printf '%s\t%s\n' \
        'me' '' \
        'partner' '' \
        'family' '' ;;
    'find|--sort')
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
        '-rating' '' ;;
    'stats|-')
      printf '%s\t%s\n' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.' ;;
    'genres|-')
      printf '%s\t%s\n' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.' ;;
    'identify|-')
      printf '%s\t%s\n' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.' ;;
    'undo|-')
      printf '%s\t%s\n' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.' ;;
    'redo|-')
      printf '%s\t%s\n' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.' ;;
    'log|-')
      printf '%s\t%s\n' \
        '--limit' 'How many steps.' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.' ;;
    'backup|')
      printf '%s\t%s\n' \
        'ls' 'List the backups, newest first.' \
        'now' 'Make a backup, which stays until you remove its file.' \
        'restore' 'Bring a backup back; what it replaces is backed up first.' ;;
    'backup|-')
      printf '%s\t%s\n' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.' ;;
    'backup ls|-')
      printf '%s\t%s\n' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.' ;;
    'backup now|-')
      printf '%s\t%s\n' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.' ;;
    'backup restore|-')
      printf '%s\t%s\n' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.' ;;
    'help|')
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
        'catalog' 'Make a catalog of IMDb'\''s datasets, and look after it.' \
        'cache' 'Look at the film cache, and clean it.' \
        'history' 'List the lines that were typed in the shell, newest last.' \
        'source' 'Run the commands of a file.' \
        'time' 'Show each command'\''s elapsed time, or not.' \
        'about' 'Say what filmz is, and whose data it shows.' \
        'version' 'Show the version.' \
        'quit' 'End the shell.' \
        'exit' 'End the shell.' ;;
    'help|-')
      printf '%s\t%s\n' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.' ;;
    'doctor|-')
      printf '%s\t%s\n' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.' ;;
    'config|')
      printf '%s\t%s\n' \
        'ls' 'List all settings; keys are masked.' \
        'get' 'Show one setting; keys are masked.' \
        'set' 'Change a setting; - asks for the value without showing it.' \
        'unset' 'Take a setting out of the file.' \
        'path' 'Show where the settings file is.' ;;
    'config|-')
      printf '%s\t%s\n' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.' ;;
    'config ls|-')
      printf '%s\t%s\n' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.' ;;
    'config get|')
      printf '%s\t%s\n' \
        'omdb.apiKey' 'a key without blanks' \
        'omdb.baseURL' 'an address without a key, such as https://www.omdbapi.com/' \
        'tmdb.token' 'a key without blanks' \
        'tmdb.baseURL' 'an address without a key, such as https://www.omdbapi.com/' \
        'cache.days' 'a number of days from 0 to 3650' \
        'page.size' 'a number from 1 to 1000, or auto' ;;
    'config get|-')
      printf '%s\t%s\n' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.' ;;
    'config set|')
      printf '%s\t%s\n' \
        'omdb.apiKey' 'a key without blanks' \
        'omdb.baseURL' 'an address without a key, such as https://www.omdbapi.com/' \
        'tmdb.token' 'a key without blanks' \
        'tmdb.baseURL' 'an address without a key, such as https://www.omdbapi.com/' \
        'cache.days' 'a number of days from 0 to 3650' \
        'page.size' 'a number from 1 to 1000, or auto' ;;
    'config set|-')
      printf '%s\t%s\n' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.' ;;
    'config unset|')
      printf '%s\t%s\n' \
        'omdb.apiKey' 'a key without blanks' \
        'omdb.baseURL' 'an address without a key, such as https://www.omdbapi.com/' \
        'tmdb.token' 'a key without blanks' \
        'tmdb.baseURL' 'an address without a key, such as https://www.omdbapi.com/' \
        'cache.days' 'a number of days from 0 to 3650' \
        'page.size' 'a number from 1 to 1000, or auto' ;;
    'config unset|-')
      printf '%s\t%s\n' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.' ;;
    'config path|-')
      printf '%s\t%s\n' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.' ;;
    'catalog|')
      printf '%s\t%s\n' \
        'info' 'Show what the catalog holds, and how old it is.' \
        'import' 'Make the catalog of dataset files that are here.' \
        'update' 'Download the datasets that are new, and import them.' \
        'remove' 'Remove the catalog, and what was downloaded for it.' ;;
    'catalog|-')
      printf '%s\t%s\n' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.' ;;
    'catalog info|-')
      printf '%s\t%s\n' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.' ;;
    'catalog import|')
      printf '%s\t%s\n' \
        ':files' '' ;;
    'catalog import|-')
      printf '%s\t%s\n' \
        '--only' 'Only some kinds of titles, separated by commas.' \
        '--episodes' 'Take in episodes of series too.' \
        '--adult' 'Take in adult titles too.' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.' ;;
    'catalog import|--only')
      printf '%s\t%s\n' \
        'movies' '' \
        'series' '' \
        'miniseries' '' \
        'episodes' '' \
        'tvmovies' '' \
        'specials' '' \
        'shorts' '' \
        'videos' '' \
        'games' '' ;;
    'catalog update|-')
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
        '--verbose' 'Show notices and footers also where nobody watches.' ;;
    'catalog update|--only')
      printf '%s\t%s\n' \
        'movies' '' \
        'series' '' \
        'miniseries' '' \
        'episodes' '' \
        'tvmovies' '' \
        'specials' '' \
        'shorts' '' \
        'videos' '' \
        'games' '' ;;
    'catalog remove|-')
      printf '%s\t%s\n' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.' ;;
    'cache|')
      printf '%s\t%s\n' \
        'ls' 'List the films of the cache by title.' \
        'show' 'Show how old a film'\''s copy is, and where it stands.' \
        'rm' 'Forget what was fetched of films; the collection stays.' \
        'prune' 'Take out what is old, but no film of the collection.' \
        'clear' 'Empty the cache; the collection stays.' ;;
    'cache|-')
      printf '%s\t%s\n' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.' ;;
    'cache ls|-')
      printf '%s\t%s\n' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.' ;;
    'cache show|-')
      printf '%s\t%s\n' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.' ;;
    'cache rm|-')
      printf '%s\t%s\n' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.' ;;
    'cache prune|-')
      printf '%s\t%s\n' \
        '--days' 'Days that are kept.' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.' ;;
    'cache clear|-')
      printf '%s\t%s\n' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.' ;;
    'history|-')
      printf '%s\t%s\n' \
        '--limit' 'How many of the newest lines.' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.' ;;
    'source|')
      printf '%s\t%s\n' \
        ':files' '' ;;
    'source|-')
      printf '%s\t%s\n' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.' ;;
    'time|')
      printf '%s\t%s\n' \
        'on' '' \
        'off' '' ;;
    'time|-')
      printf '%s\t%s\n' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.' ;;
    'about|-')
      printf '%s\t%s\n' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.' ;;
    'version|-')
      printf '%s\t%s\n' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.' ;;
    'quit|-' | 'exit|-')
      printf '%s\t%s\n' \
        '--format' 'How data is printed.' \
        '--color' 'When colours are used.' \
        '--offline' 'Use no network at all.' \
        '--yes' 'Answer confirmations with yes.' \
        '--verbose' 'Show notices and footers also where nobody watches.' ;;
  esac
}

# Cuts the line up to the cursor into words without their quotes; bash would cut at : and = too.
_filmz_split() {
  local line=${COMP_LINE:0:COMP_POINT} sign quote='' word=''
  local -i i is_open=0
  words=()
  for ((i = 0; i < ${#line}; i++)); do
    sign=${line:i:1}
    if [[ $quote == "'" ]]; then
      if [[ $sign == "'" ]]; then quote=''; else word+=$sign; fi
    elif [[ $sign == '\' ]]; then
      i+=1
      word+=${line:i:1}
      is_open=1
    elif [[ $quote == '"' ]]; then
      if [[ $sign == '"' ]]; then quote=''; else word+=$sign; fi
    elif [[ $sign == "'" || $sign == '"' ]]; then
      quote=$sign
      is_open=1
    elif [[ $sign == [[:blank:]] ]]; then
      if ((is_open)); then words+=("$word"); fi
      word=''
      is_open=0
    else
      word+=$sign
      is_open=1
    fi
  done
  words+=("$word")
  open_quote=$quote
}

# A candidate as it has to be written where the cursor is.
_filmz_quoted() {
  case $open_quote in
    "'") REPLY=${1//\'/\'\\\'\'} ;;
    '"')
      REPLY=${1//\\/\\\\}
      REPLY=${REPLY//\"/\\\"}
      REPLY=${REPLY//\$/\\\$}
      REPLY=${REPLY//\`/\\\`}
      ;;
    *) printf -v REPLY '%q' "$1" ;;
  esac
}

_filmz() {
  local -a words launch rest lines
  local open_quote current glued='' verb='' option='' place word line REPLY
  local -i i is_asked=1
  COMPREPLY=()
  _filmz_split
  current=${words[${#words[@]} - 1]}
  if [[ $current == --*=* ]]; then
    glued=${current%%=*}=
    current=${current#*=}
    words[${#words[@]} - 1]=${glued%=}
    words+=("$current")
  fi

  for ((i = 1; i < ${#words[@]} - 1; i++)); do
    word=${words[i]}
    case $word in
      --home | --config)
        if ((i < ${#words[@]} - 2)); then
          launch+=("$word" "${words[i + 1]}")
          i+=1
        else
          option=$word
        fi
        continue
        ;;
      --actor | --audience | --color | --days | --director | --format | --from | --genre | --grep | --imdb | --limit | --mine | --note | --on | --only | --page | --person | --rating | --recent | --runtime | --sort | --source | --stars | --tag | --type | --votes | --year | -c | -f)
        rest+=("$word")
        if ((i < ${#words[@]} - 2)); then
          rest+=("${words[i + 1]}")
          i+=1
        else
          option=$word
        fi
        continue
        ;;
      -*) ;;
      *)
        case $verb in
          '') verb=$word ;;
          backup | config | catalog | cache) verb="$verb $word" ;;
        esac
        ;;
    esac
    rest+=("$word")
  done

  place="$verb|$option"
  if [[ -z $option && $current == -* ]]; then place="$verb|-"; fi
  line=$(_filmz_table "$place")
  case $line in
    :files*)
      compopt -o filenames 2>/dev/null
      mapfile -t COMPREPLY < <(compgen -f -- "$current")
      return
      ;;
    :folders*)
      compopt -o filenames 2>/dev/null
      mapfile -t COMPREPLY < <(compgen -d -- "$current")
      return
      ;;
  esac

  mapfile -t lines < <(
    command "${words[0]/#\~/$HOME}" "${launch[@]}" --complete "${rest[@]}" "$current" \
      </dev/null 2>/dev/null
  )
  if ((${#lines[@]} == 0)); then
    is_asked=0
    mapfile -t lines <<<"$line"
  fi
  compopt -o nosort 2>/dev/null

  # Behind : and = bash replaces only what follows; the rest of the word stands already.
  local chunk=${COMP_WORDS[COMP_CWORD]} before=''
  case $chunk in
    : | =) chunk='' ;;
  esac
  if [[ -z $open_quote ]]; then before=${glued}${current%"${chunk//\\/}"}; fi
  for line in "${lines[@]}"; do
    word=${line%%$'\t'*}
    if [[ -z $word ]]; then continue; fi
    if ((!is_asked)) && [[ $word != "$current"* ]]; then continue; fi
    word=$glued$word
    if [[ -n $before && $word == "$before"* ]]; then word=${word#"$before"}; fi
    _filmz_quoted "$word"
    COMPREPLY+=("$REPLY")
  done
}

complete -F _filmz filmz
