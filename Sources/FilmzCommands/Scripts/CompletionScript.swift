/// The completion scripts for other shells.
///
/// Each hands the words of the line to `filmz --complete`, which prints what fits the last one: a line
/// each with a tab and a summary behind it, or `:files` or `:folders` for the shell's own names.
package enum CompletionScript {
  /// The script for `bash`, `zsh` or `fish`.
  ///
  /// - Throws: ``CommandError/wrongOption(_:)`` for any other shell.
  package static func text(for shell: String) throws -> String {
    switch shell {
    case "bash": return bash
    case "zsh": return zsh
    case "fish": return fish
    default: throw CommandError.wrongOption("completion scripts are there for bash, zsh and fish")
    }
  }

  private static let bash = #"""
    # Completion of filmz for bash, written by `filmz --generate-completion-script=bash`.
    # Put it into ~/.local/share/bash-completion/completions/filmz, or source it.

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
      local -a words lines
      local open_quote current before='' chunk=${COMP_WORDS[COMP_CWORD]} word line REPLY
      COMPREPLY=()
      _filmz_split
      current=${words[${#words[@]} - 1]}
      mapfile -t lines < <(
        command "${words[0]/#\~/$HOME}" --complete "${words[@]:1}" </dev/null 2>/dev/null
      )
      case ${lines[0]} in
        :files* | :folders*)
          compopt -o filenames 2>/dev/null
          if [[ ${lines[0]} == :files* ]]; then
            mapfile -t COMPREPLY < <(compgen -f -- "${current#--*=}")
          else
            mapfile -t COMPREPLY < <(compgen -d -- "${current#--*=}")
          fi
          return
          ;;
      esac
      compopt -o nosort 2>/dev/null

      # Behind : and = bash replaces only what follows; the rest of the word stands already.
      case $chunk in
        : | =) chunk='' ;;
      esac
      if [[ -z $open_quote ]]; then before=${current%"${chunk//\\/}"}; fi
      for line in "${lines[@]}"; do
        word=${line%%$'\t'*}
        if [[ -n $before && $word == "$before"* ]]; then word=${word#"$before"}; fi
        _filmz_quoted "$word"
        COMPREPLY+=("$REPLY")
      done
    }

    complete -F _filmz filmz

    """#

  private static let fish = #"""
    # Completion of filmz for fish, written by `filmz --generate-completion-script=fish`.
    # Put it into ~/.config/fish/completions/filmz.fish.

    function __filmz_complete
      set -l words (commandline -opc)
      set -l current (commandline -ct | string trim -l -c '\'"' | string unescape)
      set -l lines (command $words[1] --complete $words[2..-1] "$current" </dev/null 2>/dev/null)
      switch "$lines[1]"
        case ':files*'
          __fish_complete_path (string replace -r -- '^--[^=]*=' '' "$current")
        case ':folders*'
          __fish_complete_directories (string replace -r -- '^--[^=]*=' '' "$current")
        case '*'
          string join \n -- $lines
      end
    end

    complete -c filmz -f -k -a '(__filmz_complete)'

    """#

  private static let zsh = #"""
    #compdef filmz
    # Completion of filmz for zsh, written by `filmz --generate-completion-script=zsh`.
    # Put it into a folder of $fpath as _filmz.

    _filmz() {
      local -a lines described
      local line value summary
      lines=("${(@f)$(
        command ${~words[1]} --complete "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" \
          </dev/null 2>/dev/null
      )}")
      if [[ $PREFIX == --*=* ]]; then compset -P '*='; fi
      case $lines[1] in
        (:files*)
          _files
          return
          ;;
        (:folders*)
          _files -/
          return
          ;;
      esac
      for line in "${lines[@]}"; do
        value=${line%%$'\t'*}
        if [[ -n $IPREFIX ]]; then value=${value#"$IPREFIX"}; fi
        summary=
        if [[ $line == *$'\t'* ]]; then summary=${line#*$'\t'}; fi
        if [[ -z $value ]]; then continue; fi
        described+=("${value//:/\\:}${summary:+:$summary}")
      done
      # filmz has chosen already, and by more than the beginning.
      _describe -V filmz described -U
    }

    if [[ $funcstack[1] == _filmz ]]; then
      _filmz "$@"
    else
      compdef _filmz filmz
    fi

    """#
}
