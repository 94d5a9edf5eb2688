extension CompletionScript {
  /// The script for bash, with or without bash-completion.
  static func bash(_ table: CompletionTable) -> String {
    #"""
    # Completion of filmz for bash, written by `filmz --generate-completion-script=bash`.
    # Put it into ~/.local/share/bash-completion/completions/filmz, or source it.

    # What may stand in a place (command|option), where filmz itself does not answer.
    \#(table.shellFunction)

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
          \#(table.optionsWithValue.filter { !["--home", "--config"].contains($0) }
            .joined(separator: " | ")))
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
              \#(table.nouns.joined(separator: " | "))) verb="$verb $word" ;;
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

    """#
  }
}
