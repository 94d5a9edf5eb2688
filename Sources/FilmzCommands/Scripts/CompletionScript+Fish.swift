extension CompletionScript {
  /// The script for fish.
  static func fish(_ table: CompletionTable) -> String {
    #"""
    # Completion of filmz for fish, written by `filmz --generate-completion-script=fish`.
    # Put it into ~/.config/fish/completions/filmz.fish.

    # What may stand in a place (command|option), where filmz itself does not answer.
    \#(table.fishFunction)

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
          case \#(table.optionsWithValue.filter { !["--home", "--config"].contains($0) }
            .joined(separator: " "))
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
              case \#(table.nouns.joined(separator: " "))
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

    """#
  }
}
