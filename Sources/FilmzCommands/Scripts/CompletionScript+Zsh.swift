extension CompletionScript {
  /// The script for zsh.
  static func zsh(_ table: CompletionTable) -> String {
    #"""
    #compdef filmz
    # Completion of filmz for zsh, written by `filmz --generate-completion-script=zsh`.
    # Put it into a folder of $fpath as _filmz.

    # What may stand in a place (command|option), where filmz itself does not answer.
    \#(table.shellFunction)

    _filmz() {
      local -a before launch rest lines described
      local current=${(Q)PREFIX} verb= option= place word line value summary
      local -i i is_asked=1
      if [[ $PREFIX == --*=* ]]; then
        option=${PREFIX%%=*}
        compset -P '*='
        current=${(Q)PREFIX}
      fi
      before=("${(@Q)words[2,CURRENT-1]}")
      if [[ -n $option ]]; then before+=("$option"); fi
      option=

      for ((i = 1; i <= $#before; i++)); do
        word=$before[i]
        case $word in
          (--home | --config)
            if ((i < $#before)); then
              launch+=("$word" "$before[i+1]")
              ((i += 1))
            else
              option=$word
            fi
            continue
            ;;
          (\#(table.optionsWithValue.filter { !["--home", "--config"].contains($0) }
            .joined(separator: " | ")))
            rest+=("$word")
            if ((i < $#before)); then
              rest+=("$before[i+1]")
              ((i += 1))
            else
              option=$word
            fi
            continue
            ;;
          (-*) ;;
          (*)
            case $verb in
              ('') verb=$word ;;
              (\#(table.nouns.joined(separator: " | "))) verb="$verb $word" ;;
            esac
            ;;
        esac
        rest+=("$word")
      done

      place="$verb|$option"
      if [[ -z $option && $current == -* ]]; then place="$verb|-"; fi
      line="$(_filmz_table "$place")"
      case $line in
        (:files*)
          _files
          return
          ;;
        (:folders*)
          _files -/
          return
          ;;
      esac

      lines=("${(@f)$(
        command ${~words[1]} "${launch[@]}" --complete "${rest[@]}" "$current" </dev/null 2>/dev/null
      )}")
      if [[ -z "${lines[*]}" ]]; then
        is_asked=0
        lines=("${(@f)line}")
      fi
      for line in "${lines[@]}"; do
        value=${line%%$'\t'*}
        summary=
        if [[ $line == *$'\t'* ]]; then summary=${line#*$'\t'}; fi
        if [[ -z $value ]]; then continue; fi
        described+=("${value//:/\\:}${summary:+:$summary}")
      done
      if ((is_asked)); then
        # filmz has chosen already, and by more than the beginning.
        _describe -V filmz described -U
      else
        _describe filmz described
      fi
    }

    if [[ $funcstack[1] == _filmz ]]; then
      _filmz "$@"
    else
      compdef _filmz filmz
    fi

    """#
  }
}
