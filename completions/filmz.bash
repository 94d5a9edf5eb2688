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
