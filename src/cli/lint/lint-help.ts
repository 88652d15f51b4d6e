export const LINT_HELP = `Usage: bpmn-transaction-bridge lint <file or folder>... [options]

Says everything that is wrong with diagrams: what bridge.deploy would say of the same files. It needs no bridge, no
database and no center. Files that are given together may call each other; a folder stands for all files below it that
end in .bpmn, .bpmn20.xml or .bpmn.xml.

  --json                      print the result as JSON: isDeployable, files, problems and processes
  --strict                    what a diagram leaves open, and is guessed, is an error
  --handlers <accounts>       who handles tasks that name nobody, as defaults.handlers of createBridge
  --group <groups>            which group does, as defaults.handlingGroup
  --system-handler <account>  in whose name timers start processes, as defaults.systemHandler
  --assign                    the service has a function that names who handles a task
  --services <names>          names of the services there are, separated by commas: a diagram that calls another is
                              refused. Without it any name is taken as known
  --functions <names>         names of the functions that expressions may call, likewise
  --no-scripts                the service runs no scripts
  --help                      print this

Exit codes: 0 all could be deployed, 1 one could not or cannot be read, 2 the command line is wrong.`;
