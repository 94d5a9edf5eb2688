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
