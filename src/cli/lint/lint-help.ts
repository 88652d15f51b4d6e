export const LINT_HELP = `Usage: bpmn-transaction-bridge lint <file or folder>... [options]

Checks diagrams like bridge.deploy, and prints all problems. It needs no bridge, no database and no center. Processes in
the given files can call each other; for a folder, all files below it that end in .bpmn, .bpmn20.xml or .bpmn.xml are read.

  --json                      print the result as JSON: isDeployable, files, problems and processes
  --strict                    guesses about ambiguous diagrams are errors
  --handlers <accounts>       who handles tasks without an assignment, as defaults.handlers of createBridge
  --group <groups>            the same for groups, as defaults.handlingGroup
  --system-handler <account>  account for actions of the system, as defaults.systemHandler
  --assign                    the service has the option assign
  --services <names>          names of the services, separated by commas; a diagram that calls another one is
                              refused. Default: any name is allowed
  --functions <names>         names of the functions that expressions can call, in the same form
  --no-scripts                the service does not run scripts
  --help                      print this

Exit codes: 0 all can be deployed, 1 a file cannot be deployed or read, 2 the command line is wrong.`;
