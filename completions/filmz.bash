#!/bin/bash

__filmz_cursor_index_in_current_word() {
    local remaining="${COMP_LINE}"

    local word
    for word in "${COMP_WORDS[@]::COMP_CWORD}"; do
        remaining="${remaining##*([[:space:]])"${word}"*([[:space:]])}"
    done

    local -ir index="$((COMP_POINT - ${#COMP_LINE} + ${#remaining}))"
    if [[ "${index}" -le 0 ]]; then
        printf 0
    else
        printf %s "${index}"
    fi
}

# positional arguments:
#
# - 1: the current (sub)command's count of positional arguments
#
# required variables:
#
# - repeating_flags: the repeating flags that the current (sub)command can accept
# - non_repeating_flags: the non-repeating flags that the current (sub)command can accept
# - repeating_options: the repeating options that the current (sub)command can accept
# - non_repeating_options: the non-repeating options that the current (sub)command can accept
# - positional_number: value ignored
# - unparsed_words: unparsed words from the current command line
#
# modified variables:
#
# - non_repeating_flags: remove flags for this (sub)command that are already on the command line
# - non_repeating_options: remove options for this (sub)command that are already on the command line
# - positional_number: set to the current positional number
# - unparsed_words: remove all flags, options, and option values for this (sub)command
__filmz_offer_flags_options() {
    local -ir positional_count="${1}"
    positional_number=0

    local was_flag_option_terminator_seen=false
    local is_parsing_option_value=false

    local -ar unparsed_word_indices=("${!unparsed_words[@]}")
    local -i word_index
    for word_index in "${unparsed_word_indices[@]}"; do
        if "${is_parsing_option_value}"; then
            # This word is an option value:
            # Reset marker for next word iff not currently the last word
            [[ "${word_index}" -ne "${unparsed_word_indices[${#unparsed_word_indices[@]} - 1]}" ]] && is_parsing_option_value=false
            unset "unparsed_words[${word_index}]"
            # Do not process this word as a flag or an option
            continue
        fi

        local word="${unparsed_words["${word_index}"]}"
        if ! "${was_flag_option_terminator_seen}"; then
            case "${word}" in
            --)
                unset "unparsed_words[${word_index}]"
                # by itself -- is a flag/option terminator, but if it is the last word, it is the start of a completion
                if [[ "${word_index}" -ne "${unparsed_word_indices[${#unparsed_word_indices[@]} - 1]}" ]]; then
                    was_flag_option_terminator_seen=true
                fi
                continue
                ;;
            -*)
                # ${word} is a flag or an option
                # If ${word} is an option, mark that the next word to be parsed is an option value
                local option
                for option in "${repeating_options[@]}" "${non_repeating_options[@]}"; do
                    [[ "${word}" = "${option}" ]] && is_parsing_option_value=true && break
                done

                # Remove ${word} from ${non_repeating_flags} or ${non_repeating_options} so it isn't offered again
                local not_found=true
                local -i index
                for index in "${!non_repeating_flags[@]}"; do
                    if [[ "${non_repeating_flags[${index}]}" = "${word}" ]]; then
                        unset "non_repeating_flags[${index}]"
                        non_repeating_flags=("${non_repeating_flags[@]}")
                        not_found=false
                        break
                    fi
                done
                if "${not_found}"; then
                    for index in "${!non_repeating_flags[@]}"; do
                        if [[ "${non_repeating_flags[${index}]}" = "${word}" ]]; then
                            unset "non_repeating_flags[${index}]"
                            non_repeating_flags=("${non_repeating_flags[@]}")
                            break
                        fi
                    done
                fi
                unset "unparsed_words[${word_index}]"
                continue
                ;;
            esac
        fi

        # ${word} is neither a flag, nor an option, nor an option value
        if [[ "${positional_number}" -lt "${positional_count}" || "${positional_count}" -lt 0 ]]; then
            # ${word} is a positional
            ((positional_number++))
            unset "unparsed_words[${word_index}]"
        else
            if [[ -z "${word}" ]]; then
                # Could be completing a flag, option, or subcommand
                positional_number=-1
            else
                # ${word} is a subcommand or invalid, so stop processing this (sub)command
                positional_number=-2
            fi
            break
        fi
    done

    unparsed_words=("${unparsed_words[@]}")

    if\
        ! "${was_flag_option_terminator_seen}"\
        && ! "${is_parsing_option_value}"\
        && [[ ("${cur}" = -* && "${positional_number}" -ge 0) || "${positional_number}" -eq -1 ]]
    then
        COMPREPLY+=($(compgen -W "${repeating_flags[*]} ${non_repeating_flags[*]} ${repeating_options[*]} ${non_repeating_options[*]}" -- "${cur}"))
    fi
}

__filmz_add_completions() {
    local completion
    while IFS='' read -r completion; do
        COMPREPLY+=("${completion}")
    done < <(IFS=$'\n' compgen "${@}" -- "${cur}")
}

__filmz_custom_complete() {
    if [[ -n "${cur}" || -z ${COMP_WORDS[${COMP_CWORD}]} || "${COMP_LINE:${COMP_POINT}:1}" != ' ' ]]; then
        local -ar words=("${COMP_WORDS[@]}")
    else
        local -ar words=("${COMP_WORDS[@]::${COMP_CWORD}}" '' "${COMP_WORDS[@]:${COMP_CWORD}}")
    fi

    "${COMP_WORDS[0]}" "${@}" "${words[@]}"
}

_filmz() {
    local state
    state="$(shopt -p;shopt -po)"
    trap "${state//$'\n'/;}" RETURN
    shopt -s extglob
    set +o history +o posix

    local -xr SAP_SHELL=bash
    local -x SAP_SHELL_VERSION
    SAP_SHELL_VERSION="$(IFS='.';printf %s "${BASH_VERSINFO[*]}")"
    local -r SAP_SHELL_VERSION

    local -r cur="${2}"
    local -r prev="${3}"

    local -i positional_number
    local -a unparsed_words=("${COMP_WORDS[@]:1:${COMP_CWORD}}")

    local -a repeating_flags=()
    local -a non_repeating_flags=(--bail --offline --yes --verbose --version -h --help)
    local -a repeating_options=(-f -c)
    local -a non_repeating_options=(--home --config --format --color)
    __filmz_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--home')
        return
        ;;
    '--config')
        return
        ;;
    '-f')
        return
        ;;
    '-c')
        return
        ;;
    '--format')
        __filmz_add_completions -W 'table'$'\n''json'$'\n''jsonl'$'\n''csv'$'\n''tsv'$'\n''markdown'
        return
        ;;
    '--color')
        __filmz_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    esac

    # Offer subcommand / subcommand argument completions
    local -r subcommand="${unparsed_words[0]}"
    unset 'unparsed_words[0]'
    unparsed_words=("${unparsed_words[@]}")
    case "${subcommand}" in
    search|next|prev|first|page|results|retry|show|refresh|add|rm|rate|watched|unwatched|viewings|note|audience|from|ls|find|stats|genres|undo|redo|log|backup|help|doctor|config|cache|time|about|version|quit|help)
        # Offer subcommand argument completions
        "_filmz_${subcommand}"
        ;;
    *)
        # Offer subcommand completions
        COMPREPLY+=($(compgen -W 'search next prev first page results retry show refresh add rm rate watched unwatched viewings note audience from ls find stats genres undo redo log backup help doctor config cache time about version quit help' -- "${cur}"))
        ;;
    esac
}

_filmz_search() {
    repeating_flags=()
    non_repeating_flags=(--exact --offline --yes --verbose --version -h --help)
    repeating_options=()
    non_repeating_options=(--year --type --source --page --limit --format --color)
    __filmz_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--year')
        return
        ;;
    '--type')
        __filmz_add_completions -W 'movie'$'\n''series'$'\n''episode'
        return
        ;;
    '--source')
        __filmz_add_completions -W 'auto'$'\n''omdb'$'\n''catalog'
        return
        ;;
    '--page')
        return
        ;;
    '--limit')
        return
        ;;
    '--format')
        __filmz_add_completions -W 'table'$'\n''json'$'\n''jsonl'$'\n''csv'$'\n''tsv'$'\n''markdown'
        return
        ;;
    '--color')
        __filmz_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    esac
}

_filmz_next() {
    repeating_flags=()
    non_repeating_flags=(--offline --yes --verbose --version -h --help)
    repeating_options=()
    non_repeating_options=(--format --color)
    __filmz_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--format')
        __filmz_add_completions -W 'table'$'\n''json'$'\n''jsonl'$'\n''csv'$'\n''tsv'$'\n''markdown'
        return
        ;;
    '--color')
        __filmz_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    esac
}

_filmz_prev() {
    repeating_flags=()
    non_repeating_flags=(--offline --yes --verbose --version -h --help)
    repeating_options=()
    non_repeating_options=(--format --color)
    __filmz_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--format')
        __filmz_add_completions -W 'table'$'\n''json'$'\n''jsonl'$'\n''csv'$'\n''tsv'$'\n''markdown'
        return
        ;;
    '--color')
        __filmz_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    esac
}

_filmz_first() {
    repeating_flags=()
    non_repeating_flags=(--offline --yes --verbose --version -h --help)
    repeating_options=()
    non_repeating_options=(--format --color)
    __filmz_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--format')
        __filmz_add_completions -W 'table'$'\n''json'$'\n''jsonl'$'\n''csv'$'\n''tsv'$'\n''markdown'
        return
        ;;
    '--color')
        __filmz_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    esac
}

_filmz_page() {
    repeating_flags=()
    non_repeating_flags=(--offline --yes --verbose --version -h --help)
    repeating_options=()
    non_repeating_options=(--format --color)
    __filmz_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--format')
        __filmz_add_completions -W 'table'$'\n''json'$'\n''jsonl'$'\n''csv'$'\n''tsv'$'\n''markdown'
        return
        ;;
    '--color')
        __filmz_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    esac
}

_filmz_results() {
    repeating_flags=()
    non_repeating_flags=(--offline --yes --verbose --version -h --help)
    repeating_options=()
    non_repeating_options=(--format --color)
    __filmz_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--format')
        __filmz_add_completions -W 'table'$'\n''json'$'\n''jsonl'$'\n''csv'$'\n''tsv'$'\n''markdown'
        return
        ;;
    '--color')
        __filmz_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    esac
}

_filmz_retry() {
    repeating_flags=()
    non_repeating_flags=(--offline --yes --verbose --version -h --help)
    repeating_options=()
    non_repeating_options=(--format --color)
    __filmz_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--format')
        __filmz_add_completions -W 'table'$'\n''json'$'\n''jsonl'$'\n''csv'$'\n''tsv'$'\n''markdown'
        return
        ;;
    '--color')
        __filmz_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    esac
}

_filmz_show() {
    repeating_flags=()
    non_repeating_flags=(--full --refresh --offline --yes --verbose --version -h --help)
    repeating_options=()
    non_repeating_options=(--format --color)
    __filmz_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--format')
        __filmz_add_completions -W 'table'$'\n''json'$'\n''jsonl'$'\n''csv'$'\n''tsv'$'\n''markdown'
        return
        ;;
    '--color')
        __filmz_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    esac
}

_filmz_refresh() {
    repeating_flags=()
    non_repeating_flags=(--stale --offline --yes --verbose --version -h --help)
    repeating_options=()
    non_repeating_options=(--format --color)
    __filmz_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--format')
        __filmz_add_completions -W 'table'$'\n''json'$'\n''jsonl'$'\n''csv'$'\n''tsv'$'\n''markdown'
        return
        ;;
    '--color')
        __filmz_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    esac
}

_filmz_add() {
    repeating_flags=()
    non_repeating_flags=(--watched --offline --yes --verbose --version -h --help)
    repeating_options=(--tag)
    non_repeating_options=(--on --rating --audience --from --note --format --color)
    __filmz_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--on')
        return
        ;;
    '--rating')
        return
        ;;
    '--audience')
        __filmz_add_completions -W 'me'$'\n''partner'$'\n''family'
        return
        ;;
    '--from')
        return
        ;;
    '--note')
        return
        ;;
    '--tag')
        return
        ;;
    '--format')
        __filmz_add_completions -W 'table'$'\n''json'$'\n''jsonl'$'\n''csv'$'\n''tsv'$'\n''markdown'
        return
        ;;
    '--color')
        __filmz_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    esac
}

_filmz_rm() {
    repeating_flags=()
    non_repeating_flags=(--offline --yes --verbose --version -h --help)
    repeating_options=()
    non_repeating_options=(--format --color)
    __filmz_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--format')
        __filmz_add_completions -W 'table'$'\n''json'$'\n''jsonl'$'\n''csv'$'\n''tsv'$'\n''markdown'
        return
        ;;
    '--color')
        __filmz_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    esac
}

_filmz_rate() {
    repeating_flags=()
    non_repeating_flags=(--watched --unwatched --offline --yes --verbose --version -h --help)
    repeating_options=()
    non_repeating_options=(--genre --grep --type --year --rating --audience --tag --sort --format --color)
    __filmz_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--genre')
        return
        ;;
    '--grep')
        return
        ;;
    '--type')
        __filmz_add_completions -W 'movie'$'\n''series'$'\n''episode'$'\n''game'$'\n''short'$'\n''tvMovie'$'\n''miniSeries'$'\n''tvSpecial'$'\n''video'
        return
        ;;
    '--year')
        return
        ;;
    '--rating')
        return
        ;;
    '--audience')
        __filmz_add_completions -W 'me'$'\n''partner'$'\n''family'
        return
        ;;
    '--tag')
        return
        ;;
    '--sort')
        return
        ;;
    '--format')
        __filmz_add_completions -W 'table'$'\n''json'$'\n''jsonl'$'\n''csv'$'\n''tsv'$'\n''markdown'
        return
        ;;
    '--color')
        __filmz_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    esac
}

_filmz_watched() {
    repeating_flags=()
    non_repeating_flags=(--offline --yes --verbose --version -h --help)
    repeating_options=(--tag)
    non_repeating_options=(--on --rating --note --format --color)
    __filmz_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--on')
        return
        ;;
    '--rating')
        return
        ;;
    '--note')
        return
        ;;
    '--tag')
        return
        ;;
    '--format')
        __filmz_add_completions -W 'table'$'\n''json'$'\n''jsonl'$'\n''csv'$'\n''tsv'$'\n''markdown'
        return
        ;;
    '--color')
        __filmz_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    esac
}

_filmz_unwatched() {
    repeating_flags=()
    non_repeating_flags=(--offline --yes --verbose --version -h --help)
    repeating_options=()
    non_repeating_options=(--format --color)
    __filmz_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--format')
        __filmz_add_completions -W 'table'$'\n''json'$'\n''jsonl'$'\n''csv'$'\n''tsv'$'\n''markdown'
        return
        ;;
    '--color')
        __filmz_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    esac
}

_filmz_viewings() {
    repeating_flags=()
    non_repeating_flags=(--offline --yes --verbose --version -h --help)
    repeating_options=()
    non_repeating_options=(--format --color)
    __filmz_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--format')
        __filmz_add_completions -W 'table'$'\n''json'$'\n''jsonl'$'\n''csv'$'\n''tsv'$'\n''markdown'
        return
        ;;
    '--color')
        __filmz_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    esac
}

_filmz_note() {
    repeating_flags=()
    non_repeating_flags=(--edit -e --offline --yes --verbose --version -h --help)
    repeating_options=()
    non_repeating_options=(--format --color)
    __filmz_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--format')
        __filmz_add_completions -W 'table'$'\n''json'$'\n''jsonl'$'\n''csv'$'\n''tsv'$'\n''markdown'
        return
        ;;
    '--color')
        __filmz_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    esac
}

_filmz_audience() {
    repeating_flags=()
    non_repeating_flags=(--offline --yes --verbose --version -h --help)
    repeating_options=()
    non_repeating_options=(--format --color)
    __filmz_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--format')
        __filmz_add_completions -W 'table'$'\n''json'$'\n''jsonl'$'\n''csv'$'\n''tsv'$'\n''markdown'
        return
        ;;
    '--color')
        __filmz_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    esac
}

_filmz_from() {
    repeating_flags=()
    non_repeating_flags=(--offline --yes --verbose --version -h --help)
    repeating_options=()
    non_repeating_options=(--format --color)
    __filmz_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--format')
        __filmz_add_completions -W 'table'$'\n''json'$'\n''jsonl'$'\n''csv'$'\n''tsv'$'\n''markdown'
        return
        ;;
    '--color')
        __filmz_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    esac
}

_filmz_ls() {
    repeating_flags=()
    non_repeating_flags=(--watched --unwatched --offline --yes --verbose --version -h --help)
    repeating_options=()
    non_repeating_options=(--genre --grep --type --year --rating --audience --tag --sort --limit --page --format --color)
    __filmz_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--genre')
        return
        ;;
    '--grep')
        return
        ;;
    '--type')
        __filmz_add_completions -W 'movie'$'\n''series'$'\n''episode'$'\n''game'$'\n''short'$'\n''tvMovie'$'\n''miniSeries'$'\n''tvSpecial'$'\n''video'
        return
        ;;
    '--year')
        return
        ;;
    '--rating')
        return
        ;;
    '--audience')
        __filmz_add_completions -W 'me'$'\n''partner'$'\n''family'
        return
        ;;
    '--tag')
        return
        ;;
    '--sort')
        return
        ;;
    '--limit')
        return
        ;;
    '--page')
        return
        ;;
    '--format')
        __filmz_add_completions -W 'table'$'\n''json'$'\n''jsonl'$'\n''csv'$'\n''tsv'$'\n''markdown'
        return
        ;;
    '--color')
        __filmz_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    esac
}

_filmz_find() {
    repeating_flags=()
    non_repeating_flags=(--watched --unwatched --offline --yes --verbose --version -h --help)
    repeating_options=()
    non_repeating_options=(--genre --grep --type --year --rating --audience --tag --sort --limit --page --format --color)
    __filmz_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--genre')
        return
        ;;
    '--grep')
        return
        ;;
    '--type')
        __filmz_add_completions -W 'movie'$'\n''series'$'\n''episode'$'\n''game'$'\n''short'$'\n''tvMovie'$'\n''miniSeries'$'\n''tvSpecial'$'\n''video'
        return
        ;;
    '--year')
        return
        ;;
    '--rating')
        return
        ;;
    '--audience')
        __filmz_add_completions -W 'me'$'\n''partner'$'\n''family'
        return
        ;;
    '--tag')
        return
        ;;
    '--sort')
        return
        ;;
    '--limit')
        return
        ;;
    '--page')
        return
        ;;
    '--format')
        __filmz_add_completions -W 'table'$'\n''json'$'\n''jsonl'$'\n''csv'$'\n''tsv'$'\n''markdown'
        return
        ;;
    '--color')
        __filmz_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    esac
}

_filmz_stats() {
    repeating_flags=()
    non_repeating_flags=(--offline --yes --verbose --version -h --help)
    repeating_options=()
    non_repeating_options=(--format --color)
    __filmz_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--format')
        __filmz_add_completions -W 'table'$'\n''json'$'\n''jsonl'$'\n''csv'$'\n''tsv'$'\n''markdown'
        return
        ;;
    '--color')
        __filmz_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    esac
}

_filmz_genres() {
    repeating_flags=()
    non_repeating_flags=(--offline --yes --verbose --version -h --help)
    repeating_options=()
    non_repeating_options=(--format --color)
    __filmz_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--format')
        __filmz_add_completions -W 'table'$'\n''json'$'\n''jsonl'$'\n''csv'$'\n''tsv'$'\n''markdown'
        return
        ;;
    '--color')
        __filmz_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    esac
}

_filmz_undo() {
    repeating_flags=()
    non_repeating_flags=(--offline --yes --verbose --version -h --help)
    repeating_options=()
    non_repeating_options=(--format --color)
    __filmz_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--format')
        __filmz_add_completions -W 'table'$'\n''json'$'\n''jsonl'$'\n''csv'$'\n''tsv'$'\n''markdown'
        return
        ;;
    '--color')
        __filmz_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    esac
}

_filmz_redo() {
    repeating_flags=()
    non_repeating_flags=(--offline --yes --verbose --version -h --help)
    repeating_options=()
    non_repeating_options=(--format --color)
    __filmz_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--format')
        __filmz_add_completions -W 'table'$'\n''json'$'\n''jsonl'$'\n''csv'$'\n''tsv'$'\n''markdown'
        return
        ;;
    '--color')
        __filmz_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    esac
}

_filmz_log() {
    repeating_flags=()
    non_repeating_flags=(--offline --yes --verbose --version -h --help)
    repeating_options=()
    non_repeating_options=(--limit --format --color)
    __filmz_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--limit')
        return
        ;;
    '--format')
        __filmz_add_completions -W 'table'$'\n''json'$'\n''jsonl'$'\n''csv'$'\n''tsv'$'\n''markdown'
        return
        ;;
    '--color')
        __filmz_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    esac
}

_filmz_backup() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __filmz_offer_flags_options 0

    # Offer subcommand / subcommand argument completions
    local -r subcommand="${unparsed_words[0]}"
    unset 'unparsed_words[0]'
    unparsed_words=("${unparsed_words[@]}")
    case "${subcommand}" in
    ls|now|restore)
        # Offer subcommand argument completions
        "_filmz_backup_${subcommand}"
        ;;
    *)
        # Offer subcommand completions
        COMPREPLY+=($(compgen -W 'ls now restore' -- "${cur}"))
        ;;
    esac
}

_filmz_backup_ls() {
    repeating_flags=()
    non_repeating_flags=(--offline --yes --verbose --version -h --help)
    repeating_options=()
    non_repeating_options=(--format --color)
    __filmz_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--format')
        __filmz_add_completions -W 'table'$'\n''json'$'\n''jsonl'$'\n''csv'$'\n''tsv'$'\n''markdown'
        return
        ;;
    '--color')
        __filmz_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    esac
}

_filmz_backup_now() {
    repeating_flags=()
    non_repeating_flags=(--offline --yes --verbose --version -h --help)
    repeating_options=()
    non_repeating_options=(--format --color)
    __filmz_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--format')
        __filmz_add_completions -W 'table'$'\n''json'$'\n''jsonl'$'\n''csv'$'\n''tsv'$'\n''markdown'
        return
        ;;
    '--color')
        __filmz_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    esac
}

_filmz_backup_restore() {
    repeating_flags=()
    non_repeating_flags=(--offline --yes --verbose --version -h --help)
    repeating_options=()
    non_repeating_options=(--format --color)
    __filmz_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--format')
        __filmz_add_completions -W 'table'$'\n''json'$'\n''jsonl'$'\n''csv'$'\n''tsv'$'\n''markdown'
        return
        ;;
    '--color')
        __filmz_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    esac
}

_filmz_help() {
    repeating_flags=()
    non_repeating_flags=(--offline --yes --verbose --version -h --help)
    repeating_options=()
    non_repeating_options=(--format --color)
    __filmz_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--format')
        __filmz_add_completions -W 'table'$'\n''json'$'\n''jsonl'$'\n''csv'$'\n''tsv'$'\n''markdown'
        return
        ;;
    '--color')
        __filmz_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    esac
}

_filmz_doctor() {
    repeating_flags=()
    non_repeating_flags=(--offline --yes --verbose --version -h --help)
    repeating_options=()
    non_repeating_options=(--format --color)
    __filmz_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--format')
        __filmz_add_completions -W 'table'$'\n''json'$'\n''jsonl'$'\n''csv'$'\n''tsv'$'\n''markdown'
        return
        ;;
    '--color')
        __filmz_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    esac
}

_filmz_config() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __filmz_offer_flags_options 0

    # Offer subcommand / subcommand argument completions
    local -r subcommand="${unparsed_words[0]}"
    unset 'unparsed_words[0]'
    unparsed_words=("${unparsed_words[@]}")
    case "${subcommand}" in
    ls|get|set|unset|path)
        # Offer subcommand argument completions
        "_filmz_config_${subcommand}"
        ;;
    *)
        # Offer subcommand completions
        COMPREPLY+=($(compgen -W 'ls get set unset path' -- "${cur}"))
        ;;
    esac
}

_filmz_config_ls() {
    repeating_flags=()
    non_repeating_flags=(--offline --yes --verbose --version -h --help)
    repeating_options=()
    non_repeating_options=(--format --color)
    __filmz_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--format')
        __filmz_add_completions -W 'table'$'\n''json'$'\n''jsonl'$'\n''csv'$'\n''tsv'$'\n''markdown'
        return
        ;;
    '--color')
        __filmz_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    esac
}

_filmz_config_get() {
    repeating_flags=()
    non_repeating_flags=(--offline --yes --verbose --version -h --help)
    repeating_options=()
    non_repeating_options=(--format --color)
    __filmz_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--format')
        __filmz_add_completions -W 'table'$'\n''json'$'\n''jsonl'$'\n''csv'$'\n''tsv'$'\n''markdown'
        return
        ;;
    '--color')
        __filmz_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    esac
}

_filmz_config_set() {
    repeating_flags=()
    non_repeating_flags=(--offline --yes --verbose --version -h --help)
    repeating_options=()
    non_repeating_options=(--format --color)
    __filmz_offer_flags_options 2

    # Offer option value completions
    case "${prev}" in
    '--format')
        __filmz_add_completions -W 'table'$'\n''json'$'\n''jsonl'$'\n''csv'$'\n''tsv'$'\n''markdown'
        return
        ;;
    '--color')
        __filmz_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    esac
}

_filmz_config_unset() {
    repeating_flags=()
    non_repeating_flags=(--offline --yes --verbose --version -h --help)
    repeating_options=()
    non_repeating_options=(--format --color)
    __filmz_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--format')
        __filmz_add_completions -W 'table'$'\n''json'$'\n''jsonl'$'\n''csv'$'\n''tsv'$'\n''markdown'
        return
        ;;
    '--color')
        __filmz_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    esac
}

_filmz_config_path() {
    repeating_flags=()
    non_repeating_flags=(--offline --yes --verbose --version -h --help)
    repeating_options=()
    non_repeating_options=(--format --color)
    __filmz_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--format')
        __filmz_add_completions -W 'table'$'\n''json'$'\n''jsonl'$'\n''csv'$'\n''tsv'$'\n''markdown'
        return
        ;;
    '--color')
        __filmz_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    esac
}

_filmz_cache() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __filmz_offer_flags_options 0

    # Offer subcommand / subcommand argument completions
    local -r subcommand="${unparsed_words[0]}"
    unset 'unparsed_words[0]'
    unparsed_words=("${unparsed_words[@]}")
    case "${subcommand}" in
    ls|show|rm|prune|clear)
        # Offer subcommand argument completions
        "_filmz_cache_${subcommand}"
        ;;
    *)
        # Offer subcommand completions
        COMPREPLY+=($(compgen -W 'ls show rm prune clear' -- "${cur}"))
        ;;
    esac
}

_filmz_cache_ls() {
    repeating_flags=()
    non_repeating_flags=(--offline --yes --verbose --version -h --help)
    repeating_options=()
    non_repeating_options=(--format --color)
    __filmz_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--format')
        __filmz_add_completions -W 'table'$'\n''json'$'\n''jsonl'$'\n''csv'$'\n''tsv'$'\n''markdown'
        return
        ;;
    '--color')
        __filmz_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    esac
}

_filmz_cache_show() {
    repeating_flags=()
    non_repeating_flags=(--offline --yes --verbose --version -h --help)
    repeating_options=()
    non_repeating_options=(--format --color)
    __filmz_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--format')
        __filmz_add_completions -W 'table'$'\n''json'$'\n''jsonl'$'\n''csv'$'\n''tsv'$'\n''markdown'
        return
        ;;
    '--color')
        __filmz_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    esac
}

_filmz_cache_rm() {
    repeating_flags=()
    non_repeating_flags=(--offline --yes --verbose --version -h --help)
    repeating_options=()
    non_repeating_options=(--format --color)
    __filmz_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--format')
        __filmz_add_completions -W 'table'$'\n''json'$'\n''jsonl'$'\n''csv'$'\n''tsv'$'\n''markdown'
        return
        ;;
    '--color')
        __filmz_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    esac
}

_filmz_cache_prune() {
    repeating_flags=()
    non_repeating_flags=(--offline --yes --verbose --version -h --help)
    repeating_options=()
    non_repeating_options=(--days --format --color)
    __filmz_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--days')
        return
        ;;
    '--format')
        __filmz_add_completions -W 'table'$'\n''json'$'\n''jsonl'$'\n''csv'$'\n''tsv'$'\n''markdown'
        return
        ;;
    '--color')
        __filmz_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    esac
}

_filmz_cache_clear() {
    repeating_flags=()
    non_repeating_flags=(--offline --yes --verbose --version -h --help)
    repeating_options=()
    non_repeating_options=(--format --color)
    __filmz_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--format')
        __filmz_add_completions -W 'table'$'\n''json'$'\n''jsonl'$'\n''csv'$'\n''tsv'$'\n''markdown'
        return
        ;;
    '--color')
        __filmz_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    esac
}

_filmz_time() {
    repeating_flags=()
    non_repeating_flags=(--offline --yes --verbose --version -h --help)
    repeating_options=()
    non_repeating_options=(--format --color)
    __filmz_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--format')
        __filmz_add_completions -W 'table'$'\n''json'$'\n''jsonl'$'\n''csv'$'\n''tsv'$'\n''markdown'
        return
        ;;
    '--color')
        __filmz_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __filmz_add_completions -W 'on'$'\n''off'
        return
        ;;
    esac
}

_filmz_about() {
    repeating_flags=()
    non_repeating_flags=(--offline --yes --verbose --version -h --help)
    repeating_options=()
    non_repeating_options=(--format --color)
    __filmz_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--format')
        __filmz_add_completions -W 'table'$'\n''json'$'\n''jsonl'$'\n''csv'$'\n''tsv'$'\n''markdown'
        return
        ;;
    '--color')
        __filmz_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    esac
}

_filmz_version() {
    repeating_flags=()
    non_repeating_flags=(--offline --yes --verbose --version -h --help)
    repeating_options=()
    non_repeating_options=(--format --color)
    __filmz_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--format')
        __filmz_add_completions -W 'table'$'\n''json'$'\n''jsonl'$'\n''csv'$'\n''tsv'$'\n''markdown'
        return
        ;;
    '--color')
        __filmz_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    esac
}

_filmz_quit() {
    repeating_flags=()
    non_repeating_flags=(--offline --yes --verbose --version -h --help)
    repeating_options=()
    non_repeating_options=(--format --color)
    __filmz_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--format')
        __filmz_add_completions -W 'table'$'\n''json'$'\n''jsonl'$'\n''csv'$'\n''tsv'$'\n''markdown'
        return
        ;;
    '--color')
        __filmz_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    esac
}

_filmz_help() {
    repeating_flags=()
    non_repeating_flags=(--version)
    repeating_options=()
    non_repeating_options=()
    __filmz_offer_flags_options -1
}

complete -o filenames -F _filmz filmz
