function __filmz_should_offer_completions_for_flags_or_options -a expected_commands
    set -l non_repeating_flags_or_options $argv[2..]
    set -l non_repeating_flags_or_options_absent 0
    set -l positional_index 0
    set -l commands
    __filmz_parse_tokens
    test "$commands" = "$expected_commands"; and return $non_repeating_flags_or_options_absent
end

function __filmz_should_offer_completions_for_positional -a expected_commands positional_index_comparison expected_positional_index
    set -l non_repeating_flags_or_options
    set -l non_repeating_flags_or_options_absent 0
    set -l positional_index 0
    set -l commands
    __filmz_parse_tokens
    test "$commands" = "$expected_commands" -a \( "$positional_index" "$positional_index_comparison" "$expected_positional_index" \)
end

function __filmz_parse_tokens -S
    set -l unparsed_tokens (__filmz_tokens -pc)
    switch $unparsed_tokens[1]
    case 'filmz'
        __filmz_parse_subcommand 0 'home=' 'config=' 'bail' 'f=+' 'c=+' 'format=' 'color=' 'offline' 'yes' 'verbose' 'version' 'h/help'
        switch $unparsed_tokens[1]
        case 'search'
            __filmz_parse_subcommand -r 1 'year=' 'type=' 'source=' 'page=' 'limit=' 'exact' 'format=' 'color=' 'offline' 'yes' 'verbose' 'version' 'h/help'
        case 'next'
            __filmz_parse_subcommand 0 'format=' 'color=' 'offline' 'yes' 'verbose' 'version' 'h/help'
        case 'prev'
            __filmz_parse_subcommand 0 'format=' 'color=' 'offline' 'yes' 'verbose' 'version' 'h/help'
        case 'first'
            __filmz_parse_subcommand 0 'format=' 'color=' 'offline' 'yes' 'verbose' 'version' 'h/help'
        case 'page'
            __filmz_parse_subcommand 1 'format=' 'color=' 'offline' 'yes' 'verbose' 'version' 'h/help'
        case 'results'
            __filmz_parse_subcommand 0 'format=' 'color=' 'offline' 'yes' 'verbose' 'version' 'h/help'
        case 'show'
            __filmz_parse_subcommand -r 1 'full' 'refresh' 'format=' 'color=' 'offline' 'yes' 'verbose' 'version' 'h/help'
        case 'add'
            __filmz_parse_subcommand -r 1 'watched' 'on=' 'rating=' 'audience=' 'from=' 'note=' 'tag=+' 'format=' 'color=' 'offline' 'yes' 'verbose' 'version' 'h/help'
        case 'rm'
            __filmz_parse_subcommand -r 1 'format=' 'color=' 'offline' 'yes' 'verbose' 'version' 'h/help'
        case 'rate'
            __filmz_parse_subcommand -r 1 'format=' 'color=' 'offline' 'yes' 'verbose' 'version' 'h/help'
        case 'watched'
            __filmz_parse_subcommand -r 1 'on=' 'rating=' 'note=' 'tag=+' 'format=' 'color=' 'offline' 'yes' 'verbose' 'version' 'h/help'
        case 'unwatched'
            __filmz_parse_subcommand -r 1 'format=' 'color=' 'offline' 'yes' 'verbose' 'version' 'h/help'
        case 'note'
            __filmz_parse_subcommand -r 1 'format=' 'color=' 'offline' 'yes' 'verbose' 'version' 'h/help'
        case 'ls'
            __filmz_parse_subcommand 0 'watched' 'unwatched' 'genre=' 'grep=' 'type=' 'year=' 'rating=' 'audience=' 'tag=' 'sort=' 'limit=' 'page=' 'format=' 'color=' 'offline' 'yes' 'verbose' 'version' 'h/help'
        case 'stats'
            __filmz_parse_subcommand 0 'format=' 'color=' 'offline' 'yes' 'verbose' 'version' 'h/help'
        case 'help'
            __filmz_parse_subcommand -r 1 'format=' 'color=' 'offline' 'yes' 'verbose' 'version' 'h/help'
        case 'config'
            __filmz_parse_subcommand 0 'version' 'h/help'
            switch $unparsed_tokens[1]
            case 'ls'
                __filmz_parse_subcommand 0 'format=' 'color=' 'offline' 'yes' 'verbose' 'version' 'h/help'
            case 'get'
                __filmz_parse_subcommand 1 'format=' 'color=' 'offline' 'yes' 'verbose' 'version' 'h/help'
            case 'set'
                __filmz_parse_subcommand 2 'format=' 'color=' 'offline' 'yes' 'verbose' 'version' 'h/help'
            case 'unset'
                __filmz_parse_subcommand 1 'format=' 'color=' 'offline' 'yes' 'verbose' 'version' 'h/help'
            case 'path'
                __filmz_parse_subcommand 0 'format=' 'color=' 'offline' 'yes' 'verbose' 'version' 'h/help'
            end
        case 'time'
            __filmz_parse_subcommand 1 'format=' 'color=' 'offline' 'yes' 'verbose' 'version' 'h/help'
        case 'about'
            __filmz_parse_subcommand 0 'format=' 'color=' 'offline' 'yes' 'verbose' 'version' 'h/help'
        case 'version'
            __filmz_parse_subcommand 0 'format=' 'color=' 'offline' 'yes' 'verbose' 'version' 'h/help'
        case 'quit'
            __filmz_parse_subcommand 0 'format=' 'color=' 'offline' 'yes' 'verbose' 'version' 'h/help'
        case 'help'
            __filmz_parse_subcommand -r 1 'version'
        end
    end
end

function __filmz_tokens
    if test (string split -m 1 -f 1 -- . "$FISH_VERSION") -gt 3
        commandline --tokens-raw $argv
    else
        commandline -o $argv
    end
end

function __filmz_parse_subcommand -S -a positional_count
    argparse -s r -- $argv
    set -l option_specs $argv[2..]
    set -l is_repeating_positional $_flag_r
    set -el _flag_r
    set -a commands $unparsed_tokens[1]
    set positional_index 0
    while true
        set -e unparsed_tokens[1]
        argparse -sn "$commands" $option_specs -- $unparsed_tokens 2> /dev/null
        set unparsed_tokens $argv
        set positional_index (math $positional_index + 1)
        for non_repeating_flag_or_option in $non_repeating_flags_or_options
            if set -ql "_flag_$(string replace -a - _ -- $non_repeating_flag_or_option)"
                set non_repeating_flags_or_options_absent 1
                break
            end
        end
        test (count $unparsed_tokens) -eq 0 -o \( -z "$is_repeating_positional" -a "$positional_index" -gt "$positional_count" \) && break
    end
end

function __filmz_complete_directories
    set -l token (commandline -t)
    string match -- '*/' $token
    set -l subdirs $token*/
    printf %s\n $subdirs
end

function __filmz_custom_completion
    set -x SAP_SHELL fish
    set -x SAP_SHELL_VERSION $FISH_VERSION
    set -l tokens (__filmz_tokens -p)
    if test -z "$(__filmz_tokens -t)"
        set -l index (count (__filmz_tokens -pc))
        set tokens $tokens[..$index] \'\' $tokens[(math $index + 1)..]
    end
    command $tokens[1] $argv $tokens
end

complete -c 'filmz' -f
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz" home' -l 'home' -d 'Keep all files below one folder.' -rfka ''
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz" config' -l 'config' -d 'Read settings from another file.' -rfka ''
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz" bail' -l 'bail' -d 'Stop a script at its first failing line.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz"' -s 'f' -d 'Run the commands of a file; - is the standard input.' -rfka ''
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz"' -s 'c' -d 'Run commands, separated by semicolons.' -rfka ''
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz" format' -l 'format' -d 'How data is printed.' -rfka 'table json jsonl csv tsv markdown'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz" color' -l 'color' -d 'When colours are used.' -rfka 'auto always never'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz" offline' -l 'offline' -d 'Use no network at all.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz" yes' -l 'yes' -d 'Answer confirmations with yes.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz" verbose' -l 'verbose' -d 'Show notices and footers also where nobody watches.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz" version' -l 'version' -d 'Show the version.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_positional "filmz" -eq 1' -fa 'search' -d 'Look for films and series by title.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_positional "filmz" -eq 1' -fa 'next' -d 'Show the next page of the results.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_positional "filmz" -eq 1' -fa 'prev' -d 'Show the page before.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_positional "filmz" -eq 1' -fa 'first' -d 'Show the first page of the results.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_positional "filmz" -eq 1' -fa 'page' -d 'Show a page of the results by its number.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_positional "filmz" -eq 1' -fa 'results' -d 'Show the current page of the results again.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_positional "filmz" -eq 1' -fa 'show' -d 'Show all about a film, and select it.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_positional "filmz" -eq 1' -fa 'add' -d 'Take films into the collection.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_positional "filmz" -eq 1' -fa 'rm' -d 'Take films out of the collection.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_positional "filmz" -eq 1' -fa 'rate' -d 'Rate films, from 0 to 10.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_positional "filmz" -eq 1' -fa 'watched' -d 'Note that films were seen.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_positional "filmz" -eq 1' -fa 'unwatched' -d 'Take all viewings of films away.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_positional "filmz" -eq 1' -fa 'note' -d 'Put a note on films.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_positional "filmz" -eq 1' -fa 'ls' -d 'List the films of the collection.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_positional "filmz" -eq 1' -fa 'stats' -d 'Count the films of the collection.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_positional "filmz" -eq 1' -fa 'help' -d 'List the commands, or explain one.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_positional "filmz" -eq 1' -fa 'config' -d 'Look at the settings, and change them.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_positional "filmz" -eq 1' -fa 'time' -d 'Show each command\'s elapsed time, or not.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_positional "filmz" -eq 1' -fa 'about' -d 'Say what filmz is, and whose data it shows.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_positional "filmz" -eq 1' -fa 'version' -d 'Show the version.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_positional "filmz" -eq 1' -fa 'quit' -d 'End the shell.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_positional "filmz" -eq 1' -fa 'help' -d 'Show subcommand help information.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz search" year' -l 'year' -d 'A year, or years as 1990-1999.' -rfka ''
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz search" type' -l 'type' -d 'Only films of one kind.' -rfka 'movie series episode'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz search" source' -l 'source' -d 'Where to look.' -rfka 'auto omdb catalog'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz search" page' -l 'page' -d 'The page to show first.' -rfka ''
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz search" limit' -l 'limit' -d 'Rows of a page.' -rfka ''
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz search" exact' -l 'exact' -d 'Take words as whole words, not as beginnings.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz search" format' -l 'format' -d 'How data is printed.' -rfka 'table json jsonl csv tsv markdown'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz search" color' -l 'color' -d 'When colours are used.' -rfka 'auto always never'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz search" offline' -l 'offline' -d 'Use no network at all.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz search" yes' -l 'yes' -d 'Answer confirmations with yes.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz search" verbose' -l 'verbose' -d 'Show notices and footers also where nobody watches.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz search" version' -l 'version' -d 'Show the version.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz search" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz next" format' -l 'format' -d 'How data is printed.' -rfka 'table json jsonl csv tsv markdown'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz next" color' -l 'color' -d 'When colours are used.' -rfka 'auto always never'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz next" offline' -l 'offline' -d 'Use no network at all.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz next" yes' -l 'yes' -d 'Answer confirmations with yes.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz next" verbose' -l 'verbose' -d 'Show notices and footers also where nobody watches.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz next" version' -l 'version' -d 'Show the version.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz next" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz prev" format' -l 'format' -d 'How data is printed.' -rfka 'table json jsonl csv tsv markdown'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz prev" color' -l 'color' -d 'When colours are used.' -rfka 'auto always never'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz prev" offline' -l 'offline' -d 'Use no network at all.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz prev" yes' -l 'yes' -d 'Answer confirmations with yes.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz prev" verbose' -l 'verbose' -d 'Show notices and footers also where nobody watches.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz prev" version' -l 'version' -d 'Show the version.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz prev" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz first" format' -l 'format' -d 'How data is printed.' -rfka 'table json jsonl csv tsv markdown'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz first" color' -l 'color' -d 'When colours are used.' -rfka 'auto always never'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz first" offline' -l 'offline' -d 'Use no network at all.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz first" yes' -l 'yes' -d 'Answer confirmations with yes.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz first" verbose' -l 'verbose' -d 'Show notices and footers also where nobody watches.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz first" version' -l 'version' -d 'Show the version.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz first" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz page" format' -l 'format' -d 'How data is printed.' -rfka 'table json jsonl csv tsv markdown'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz page" color' -l 'color' -d 'When colours are used.' -rfka 'auto always never'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz page" offline' -l 'offline' -d 'Use no network at all.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz page" yes' -l 'yes' -d 'Answer confirmations with yes.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz page" verbose' -l 'verbose' -d 'Show notices and footers also where nobody watches.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz page" version' -l 'version' -d 'Show the version.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz page" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz results" format' -l 'format' -d 'How data is printed.' -rfka 'table json jsonl csv tsv markdown'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz results" color' -l 'color' -d 'When colours are used.' -rfka 'auto always never'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz results" offline' -l 'offline' -d 'Use no network at all.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz results" yes' -l 'yes' -d 'Answer confirmations with yes.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz results" verbose' -l 'verbose' -d 'Show notices and footers also where nobody watches.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz results" version' -l 'version' -d 'Show the version.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz results" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz show" full' -l 'full' -d 'Show a long plot whole.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz show" refresh' -l 'refresh' -d 'Fetch the facts again.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz show" format' -l 'format' -d 'How data is printed.' -rfka 'table json jsonl csv tsv markdown'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz show" color' -l 'color' -d 'When colours are used.' -rfka 'auto always never'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz show" offline' -l 'offline' -d 'Use no network at all.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz show" yes' -l 'yes' -d 'Answer confirmations with yes.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz show" verbose' -l 'verbose' -d 'Show notices and footers also where nobody watches.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz show" version' -l 'version' -d 'Show the version.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz show" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz add" watched' -l 'watched' -d 'It has been seen.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz add" on' -l 'on' -d 'When it was seen: 2024-05-01, 2024-05, 2024, today, yesterday or unknown.' -rfka ''
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz add" rating' -l 'rating' -d '0 to 10, 4.5/5 or ★★★★½.' -rfka ''
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz add" audience' -l 'audience' -d 'Whom it is for.' -rfka 'me partner family'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz add" from' -l 'from' -d 'Who recommended it.' -rfka ''
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz add" note' -l 'note' -d 'A note of yours.' -rfka ''
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz add"' -l 'tag' -d 'A tag; may be given several times.' -rfka ''
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz add" format' -l 'format' -d 'How data is printed.' -rfka 'table json jsonl csv tsv markdown'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz add" color' -l 'color' -d 'When colours are used.' -rfka 'auto always never'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz add" offline' -l 'offline' -d 'Use no network at all.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz add" yes' -l 'yes' -d 'Answer confirmations with yes.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz add" verbose' -l 'verbose' -d 'Show notices and footers also where nobody watches.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz add" version' -l 'version' -d 'Show the version.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz add" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz rm" format' -l 'format' -d 'How data is printed.' -rfka 'table json jsonl csv tsv markdown'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz rm" color' -l 'color' -d 'When colours are used.' -rfka 'auto always never'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz rm" offline' -l 'offline' -d 'Use no network at all.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz rm" yes' -l 'yes' -d 'Answer confirmations with yes.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz rm" verbose' -l 'verbose' -d 'Show notices and footers also where nobody watches.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz rm" version' -l 'version' -d 'Show the version.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz rm" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz rate" format' -l 'format' -d 'How data is printed.' -rfka 'table json jsonl csv tsv markdown'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz rate" color' -l 'color' -d 'When colours are used.' -rfka 'auto always never'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz rate" offline' -l 'offline' -d 'Use no network at all.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz rate" yes' -l 'yes' -d 'Answer confirmations with yes.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz rate" verbose' -l 'verbose' -d 'Show notices and footers also where nobody watches.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz rate" version' -l 'version' -d 'Show the version.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz rate" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz watched" on' -l 'on' -d 'When it was seen: 2024-05-01, 2024-05, 2024, today, yesterday or unknown.' -rfka ''
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz watched" rating' -l 'rating' -d '0 to 10, 4.5/5 or ★★★★½.' -rfka ''
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz watched" note' -l 'note' -d 'A note on the viewing.' -rfka ''
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz watched"' -l 'tag' -d 'A tag; may be given several times.' -rfka ''
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz watched" format' -l 'format' -d 'How data is printed.' -rfka 'table json jsonl csv tsv markdown'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz watched" color' -l 'color' -d 'When colours are used.' -rfka 'auto always never'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz watched" offline' -l 'offline' -d 'Use no network at all.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz watched" yes' -l 'yes' -d 'Answer confirmations with yes.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz watched" verbose' -l 'verbose' -d 'Show notices and footers also where nobody watches.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz watched" version' -l 'version' -d 'Show the version.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz watched" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz unwatched" format' -l 'format' -d 'How data is printed.' -rfka 'table json jsonl csv tsv markdown'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz unwatched" color' -l 'color' -d 'When colours are used.' -rfka 'auto always never'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz unwatched" offline' -l 'offline' -d 'Use no network at all.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz unwatched" yes' -l 'yes' -d 'Answer confirmations with yes.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz unwatched" verbose' -l 'verbose' -d 'Show notices and footers also where nobody watches.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz unwatched" version' -l 'version' -d 'Show the version.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz unwatched" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz note" format' -l 'format' -d 'How data is printed.' -rfka 'table json jsonl csv tsv markdown'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz note" color' -l 'color' -d 'When colours are used.' -rfka 'auto always never'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz note" offline' -l 'offline' -d 'Use no network at all.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz note" yes' -l 'yes' -d 'Answer confirmations with yes.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz note" verbose' -l 'verbose' -d 'Show notices and footers also where nobody watches.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz note" version' -l 'version' -d 'Show the version.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz note" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz ls" watched' -l 'watched' -d 'Only films that were seen.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz ls" unwatched' -l 'unwatched' -d 'Only films that were not seen.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz ls" genre' -l 'genre' -d 'Films of any of these genres.' -rfka ''
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz ls" grep' -l 'grep' -d 'Text in title, people, year, notes.' -rfka ''
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz ls" type' -l 'type' -d 'Only films of one kind.' -rfka 'movie series episode game short tvMovie miniSeries tvSpecial video'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz ls" year' -l 'year' -d 'A year, or years as 1990-1999.' -rfka ''
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz ls" rating' -l 'rating' -d 'My rating, as 8 or 7-10.' -rfka ''
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz ls" audience' -l 'audience' -d 'Whom the films are for.' -rfka 'me partner family'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz ls" tag' -l 'tag' -d 'Films with a tag.' -rfka ''
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz ls" sort' -l 'sort' -d 'name, year, added, rating or watched; with - before it the other way round.' -rfka ''
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz ls" limit' -l 'limit' -d 'Rows of a page.' -rfka ''
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz ls" page' -l 'page' -d 'The page to show.' -rfka ''
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz ls" format' -l 'format' -d 'How data is printed.' -rfka 'table json jsonl csv tsv markdown'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz ls" color' -l 'color' -d 'When colours are used.' -rfka 'auto always never'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz ls" offline' -l 'offline' -d 'Use no network at all.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz ls" yes' -l 'yes' -d 'Answer confirmations with yes.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz ls" verbose' -l 'verbose' -d 'Show notices and footers also where nobody watches.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz ls" version' -l 'version' -d 'Show the version.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz ls" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz stats" format' -l 'format' -d 'How data is printed.' -rfka 'table json jsonl csv tsv markdown'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz stats" color' -l 'color' -d 'When colours are used.' -rfka 'auto always never'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz stats" offline' -l 'offline' -d 'Use no network at all.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz stats" yes' -l 'yes' -d 'Answer confirmations with yes.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz stats" verbose' -l 'verbose' -d 'Show notices and footers also where nobody watches.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz stats" version' -l 'version' -d 'Show the version.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz stats" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz help" format' -l 'format' -d 'How data is printed.' -rfka 'table json jsonl csv tsv markdown'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz help" color' -l 'color' -d 'When colours are used.' -rfka 'auto always never'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz help" offline' -l 'offline' -d 'Use no network at all.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz help" yes' -l 'yes' -d 'Answer confirmations with yes.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz help" verbose' -l 'verbose' -d 'Show notices and footers also where nobody watches.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz help" version' -l 'version' -d 'Show the version.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz help" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz config" version' -l 'version' -d 'Show the version.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz config" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_positional "filmz config" -eq 1' -fa 'ls' -d 'List all settings; keys are masked.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_positional "filmz config" -eq 1' -fa 'get' -d 'Show one setting; keys are masked.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_positional "filmz config" -eq 1' -fa 'set' -d 'Change a setting; - asks for the value without showing it.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_positional "filmz config" -eq 1' -fa 'unset' -d 'Take a setting out of the file.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_positional "filmz config" -eq 1' -fa 'path' -d 'Show where the settings file is.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz config ls" format' -l 'format' -d 'How data is printed.' -rfka 'table json jsonl csv tsv markdown'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz config ls" color' -l 'color' -d 'When colours are used.' -rfka 'auto always never'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz config ls" offline' -l 'offline' -d 'Use no network at all.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz config ls" yes' -l 'yes' -d 'Answer confirmations with yes.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz config ls" verbose' -l 'verbose' -d 'Show notices and footers also where nobody watches.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz config ls" version' -l 'version' -d 'Show the version.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz config ls" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz config get" format' -l 'format' -d 'How data is printed.' -rfka 'table json jsonl csv tsv markdown'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz config get" color' -l 'color' -d 'When colours are used.' -rfka 'auto always never'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz config get" offline' -l 'offline' -d 'Use no network at all.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz config get" yes' -l 'yes' -d 'Answer confirmations with yes.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz config get" verbose' -l 'verbose' -d 'Show notices and footers also where nobody watches.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz config get" version' -l 'version' -d 'Show the version.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz config get" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz config set" format' -l 'format' -d 'How data is printed.' -rfka 'table json jsonl csv tsv markdown'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz config set" color' -l 'color' -d 'When colours are used.' -rfka 'auto always never'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz config set" offline' -l 'offline' -d 'Use no network at all.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz config set" yes' -l 'yes' -d 'Answer confirmations with yes.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz config set" verbose' -l 'verbose' -d 'Show notices and footers also where nobody watches.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz config set" version' -l 'version' -d 'Show the version.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz config set" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz config unset" format' -l 'format' -d 'How data is printed.' -rfka 'table json jsonl csv tsv markdown'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz config unset" color' -l 'color' -d 'When colours are used.' -rfka 'auto always never'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz config unset" offline' -l 'offline' -d 'Use no network at all.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz config unset" yes' -l 'yes' -d 'Answer confirmations with yes.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz config unset" verbose' -l 'verbose' -d 'Show notices and footers also where nobody watches.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz config unset" version' -l 'version' -d 'Show the version.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz config unset" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz config path" format' -l 'format' -d 'How data is printed.' -rfka 'table json jsonl csv tsv markdown'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz config path" color' -l 'color' -d 'When colours are used.' -rfka 'auto always never'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz config path" offline' -l 'offline' -d 'Use no network at all.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz config path" yes' -l 'yes' -d 'Answer confirmations with yes.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz config path" verbose' -l 'verbose' -d 'Show notices and footers also where nobody watches.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz config path" version' -l 'version' -d 'Show the version.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz config path" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_positional "filmz time" -eq 1' -fka 'on off'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz time" format' -l 'format' -d 'How data is printed.' -rfka 'table json jsonl csv tsv markdown'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz time" color' -l 'color' -d 'When colours are used.' -rfka 'auto always never'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz time" offline' -l 'offline' -d 'Use no network at all.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz time" yes' -l 'yes' -d 'Answer confirmations with yes.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz time" verbose' -l 'verbose' -d 'Show notices and footers also where nobody watches.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz time" version' -l 'version' -d 'Show the version.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz time" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz about" format' -l 'format' -d 'How data is printed.' -rfka 'table json jsonl csv tsv markdown'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz about" color' -l 'color' -d 'When colours are used.' -rfka 'auto always never'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz about" offline' -l 'offline' -d 'Use no network at all.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz about" yes' -l 'yes' -d 'Answer confirmations with yes.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz about" verbose' -l 'verbose' -d 'Show notices and footers also where nobody watches.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz about" version' -l 'version' -d 'Show the version.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz about" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz version" format' -l 'format' -d 'How data is printed.' -rfka 'table json jsonl csv tsv markdown'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz version" color' -l 'color' -d 'When colours are used.' -rfka 'auto always never'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz version" offline' -l 'offline' -d 'Use no network at all.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz version" yes' -l 'yes' -d 'Answer confirmations with yes.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz version" verbose' -l 'verbose' -d 'Show notices and footers also where nobody watches.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz version" version' -l 'version' -d 'Show the version.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz version" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz quit" format' -l 'format' -d 'How data is printed.' -rfka 'table json jsonl csv tsv markdown'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz quit" color' -l 'color' -d 'When colours are used.' -rfka 'auto always never'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz quit" offline' -l 'offline' -d 'Use no network at all.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz quit" yes' -l 'yes' -d 'Answer confirmations with yes.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz quit" verbose' -l 'verbose' -d 'Show notices and footers also where nobody watches.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz quit" version' -l 'version' -d 'Show the version.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz quit" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'filmz' -n '__filmz_should_offer_completions_for_flags_or_options "filmz help" version' -l 'version' -d 'Show the version.'
