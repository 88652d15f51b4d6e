import { readdirSync, readFileSync } from 'node:fs';
import { FILE_RULES, PREPARE_RULES, RULES } from '../../support/inner/model.ts';

const ROOT = new URL('../../../', import.meta.url);
const RULES_FOLDER = new URL('src/model/rules/', ROOT);

/** Titles of the folders of `src/model/rules/`. */
const FOLDERS: Readonly<Record<string, string>> = {
  file: 'The file',
  flows: 'Flows and gateways',
  tasks: 'User tasks and buttons',
  'multi-instances': 'Countersigns and multi-instances',
  events: 'Events',
  services: 'Services, scripts and expressions',
  messages: 'Messages to people',
  vendors: 'What engines and modelers add',
};

/** The rows of the tables of `src/model/README.md`, which has them for those who change a rule. */
function readRows(): ReadonlyMap<string, string> {
  const page = readFileSync(new URL('src/model/README.md', ROOT), 'utf8');
  const rows = page.matchAll(/^\| `([a-z-]+)` +\| +((?:error|warning) +\|.*)$/gm);
  return new Map(
    [...rows].map(([, name = '', cells = '']) => [
      name,
      `| <a id="${name}"></a>\`${name}\` | ${cells.replaceAll(/ +\|/g, ' |').replaceAll(/\| +/g, '| ')}`,
    ]),
  );
}

export function renderRules(): string {
  const rows = readRows();
  const names = [...FILE_RULES, ...RULES].map(({ name }) => name);
  const tableOf = (ofTable: readonly string[]) => [
    '| rule | severity | what it says | what to do |',
    '|---|---|---|---|',
    ...ofTable.map((name) => rows.get(name) ?? `| \`${name}\` | | | |`),
    '',
  ];
  return [
    '# Rules',
    '',
    'What `bridge.deploy` and `bpmn-transaction-bridge lint` say of a diagram. An error refuses it; a warning says what will not run as drawn. A warning that is marked as a guess (`guess: true`) is an error with `strict`. Each problem names the element, the reason and the remedy.',
    '',
    ...Object.entries(FOLDERS).flatMap(([folder, title]) => {
      const files = readdirSync(new URL(`${folder}/`, RULES_FOLDER));
      return [`## ${title}`, '', ...tableOf(names.filter((name) => files.includes(`${name}.ts`)))];
    }),
    '## Calls, links and pools',
    '',
    ...tableOf(PREPARE_RULES),
    '## The deployment',
    '',
    '`stand-in-not-member` is reported only by `bridge.deploy`, which can ask your `identity`.',
    '',
    '| rule | severity | what it says | what to do |',
    '|---|---|---|---|',
    '| <a id="file-unreadable"></a>`file-unreadable` | error | one of several files is not BPMN 2.0 XML | save it again with the modeler, or take it out of the deployment |',
    '| <a id="process-defined-twice"></a>`process-defined-twice` | error | two files of a deployment define a process with the same id | give one another id, or deploy them one after the other |',
    '| <a id="timer-start-without-initiator"></a>`timer-start-without-initiator` | error | a timer starts the process, and `defaults.systemHandler` is not set | set `defaults.systemHandler`: it is the initiator then |',
    '| <a id="message-against-type"></a>`message-against-type` | error | a message of the diagram cannot be sent with its message type of the option `messageTypes`, e.g. by a channel that the type does not have | correct the message, or the option |',
    '| <a id="message-not-read"></a>`message-not-read` | warning | a message of the diagram sets a value that the template of its message type does not read | correct the message, or the option |',
    '| <a id="stand-in-not-member"></a>`stand-in-not-member` | warning | nobody of the group of a task would be named where an event ends it: `identity.membersOf` gives nobody, and `defaults.systemHandler` is no member | make `defaults.systemHandler` a member of the group, or give `identity.membersOf` |',
    '',
  ].join('\n');
}
