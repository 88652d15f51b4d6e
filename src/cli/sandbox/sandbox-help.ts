import { DEFAULT_SWITCHES, SWITCH_VALUES, type Switches } from '../../sandbox/setup/switches.ts';

/** Always the same, so that it can stand in the configuration of a service. */
export const DEFAULT_PORT = 8484;

export const SANDBOX_HELP = `Usage: bpmn-transaction-bridge sandbox [options]

Runs a transaction center and message center of your own until you stop it with Ctrl-C. It checks every
call strictly and prints a line for each. Its inbox, a page in the browser, is what people see of it.

  --demo                      run a small company beside it, with a bridge and the example processes, some of them
                              begun: the inbox can be used at once. Takes its own setup and cipher; listens on the
                              next port. With --data all of it goes on after a restart
  --port <number>             where it listens; 0 takes a free one. Default: ${DEFAULT_PORT}
  --host <address>            on which address. Default: 127.0.0.1; any other opens it to others
  --setup <file>              people, groups, applications, message types and more, in JSON
  --print-setup               print the default setup, to start such a file from, and do nothing else
  --data <file>               keep the state in this file: it survives a restart, a crash and kill -9.
                              Without it everything is gone when the sandbox ends
  --record <file>             append every call to this file, as JSON lines
  --faults <file>             how it misbehaves, in JSON, as the option faults of createSandbox:
                              {"seed":7,"rules":[{"fault":"reset-after","next":2}]}
  --status-url <appId>=<url>  where the application is asked for the state of its tasks. With --data it is kept.
                              More than once for several applications
  --diagram-url <appId>=<url> where the application gives the diagrams of its tasks, likewise. The inbox shows them
  --after <hours>             a task is asked about when it is opened after so many hours. Default: 24
  --no-nightly-run            do not ask about all open tasks at 23:00:00
  --no-control                no inbox and no control API: without it, buttons are pressed, tasks opened, messages read,
                              faults and the clock set by HTTP, below the address "control" that it prints
  --time-zone <name>          of the times that the center writes. Default: Asia/Shanghai
  --cipher <cipher>           how the parameters of pressed buttons are encrypted: none, the default, or
                              <kind>:<key>, <kind>:<key>:<iv>, in base64, with aes-gcm, aes-cbc, aes-ecb or
                              sm4-cbc. Without an iv the last two of cbc send a random one in front
  --switch <name>=<value>     read something differently that the interface leaves open, see below.
                              More than once for several switches
  --quiet                     print no line for each call
  --help                      print this

An option of the command line counts more than the setup file.

Switches, each with its readings; the first is the default:
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
