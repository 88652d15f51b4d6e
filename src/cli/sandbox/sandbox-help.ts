import { DEFAULT_SWITCHES, SWITCH_VALUES, type Switches } from '../../sandbox/setup/switches.ts';

/** Fixed, so that it can be used in the configuration of a service. */
export const DEFAULT_PORT = 8484;

export const SANDBOX_HELP = `Usage: bpmn-transaction-bridge sandbox [options]

Runs a local transaction center and message center until you stop it with Ctrl-C. It validates every call
strictly and prints a line for each. Its inbox, a page in the browser, shows what people see.

  --demo                      also run a small company with a bridge and running example processes, so that the inbox
                              can be used at once. It has its own setup and cipher, listens on the next port, and
                              begins anew with each start
  --language <en|zh>          language of the demo: its people, diagrams, summaries and messages, and of the inbox at
                              the printed address. Default: that of this machine, if it is Chinese, otherwise English
  --port <number>             port to listen on; 0: any free port. Default: ${DEFAULT_PORT}
  --host <address>            address to listen on. Default: 127.0.0.1; with any other, other machines can reach it
  --setup <file>              people, groups, applications, message types and more, in JSON
  --print-setup               print the default setup as a template for such a file, and exit
  --data <file>               store the state in this file: it survives a restart and kill -9.
                              Default: in memory, lost when the sandbox ends
  --record <file>             append every call to this file, as JSON lines
  --faults <file>             simulated faults, in JSON, as the option faults of createSandbox:
                              {"seed":7,"rules":[{"fault":"reset-after","next":2}]}
  --status-url <appId>=<url>  status address of the application. With --data it is stored.
                              Repeat the option for several applications
  --diagram-url <appId>=<url> diagram address of the application, in the same way. The inbox shows the diagrams
  --after <hours>             request the status of a task that is opened after this time. Default: 24
  --no-nightly-run            do not request the status of all open tasks at 23:00:00
  --no-control                no inbox and no control API. The control API presses buttons, opens tasks, reads messages,
                              and sets faults and the clock over HTTP, at the printed address "control"
  --time-zone <name>          time zone of the center. Default: Asia/Shanghai
  --cipher <cipher>           how the parameters of pressed buttons are encrypted: none, the default, or
                              <kind>:<key>, <kind>:<key>:<iv>, in base64, with aes-gcm, aes-cbc, aes-ecb or
                              sm4-cbc. Without an iv, aes-cbc and sm4-cbc send a random one before the data
  --switch <name>=<value>     behaviour where the interface leaves a point open, see below.
                              Repeat the option for several switches
  --quiet                     do not print calls
  --help                      print this

Options of the command line have precedence over the setup file.

Switches and their values; the first is the default:
${describeSwitches()}

Exit codes: 0 stopped, 1 failed or ended by a second signal, 2 the command line is wrong.`;

function describeSwitches(): string {
  return Object.entries(SWITCH_VALUES)
    .map(([name, values]) => {
      const usual = DEFAULT_SWITCHES[name as keyof Switches];
      const others = values.filter((value) => value !== usual);
      return `  ${name.padEnd(20)}  ${[usual, ...others].join(', ')}`;
    })
    .join('\n');
}
