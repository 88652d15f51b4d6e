import { type PlacedExample, TTC_EXAMPLES } from '../../model/ttc/ttc-forms.ts';
import {
  BUTTON_PARTS,
  BUTTON_TYPES,
  MESSAGE_PARTS,
  NOTICE_PARTS,
  PARAMETER_PARTS,
  SUMMARY_PARTS,
  TEXT_NAMES,
  TTC_NAMES,
  type TtcComposed,
  type TtcPlace,
  type TtcSetting,
  type TtcValue,
} from '../../support/inner/model.ts';
import { codeInCell, inCell } from './interfaces.ts';

/** The elements of BPMN that each kind of place is. */
const PLACES: Readonly<Record<Exclude<TtcPlace, 'other element'>, { readonly title: string; readonly text: string }>> =
  {
    process: {
      title: 'Process',
      text: '`process`. Of the settings of a process that a call activity calls, only `ttc:allow` is used in the call.',
    },
    'user task': { title: 'User task', text: '`userTask`.' },
    service: {
      title: 'Service',
      text: '`serviceTask`, `scriptTask`, `businessRuleTask`, a `sendTask` without a message, and a message event that throws or ends and names a service.',
    },
    'sub-process': { title: 'Sub-process', text: '`subProcess` with a multi-instance marker.' },
    'message event': {
      title: 'Message event',
      text: 'Catch, boundary, throw and end events with a `messageEventDefinition`, the start event of an event sub-process, `receiveTask`, and a `sendTask` with a message and without a service. The settings stand on the event, not on its definition.',
    },
    message: { title: 'Message', text: '`message`, to which message events refer.' },
    'sequence flow': { title: 'Sequence flow', text: '`sequenceFlow`.' },
    lane: { title: 'Lane', text: '`lane`.' },
  };

/** The sections about settings with parts. */
const SECTIONS: Readonly<Record<string, string>> = {
  action: 'buttons',
  previousAction: 'buttons',
  message: 'messages',
  notify: 'messages',
  summary: 'summaries',
};

/** Run by test/bridge/vendor-ways/ttc-page.test.ts. */
const VOTE = `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:camunda="http://camunda.org/schema/1.0/bpmn" xmlns:ttc="http://bpmn-transaction-bridge/schema/ttc/1.0">
  <process id="budget" isExecutable="true">
    <startEvent id="start" />
    <sequenceFlow id="to-sign" sourceRef="start" targetRef="sign" />
    <userTask id="sign" name="Sign" ttc:handlers="\${signer}" ttc:completion="60%">
      <multiInstanceLoopCharacteristics camunda:collection="signers" camunda:elementVariable="signer" />
    </userTask>
    <sequenceFlow id="to-gateway" sourceRef="sign" targetRef="signed" />
    <exclusiveGateway id="signed" />
    <sequenceFlow id="approve" name="Approve" sourceRef="signed" targetRef="book" ttc:vote="approve" />
    <sequenceFlow id="reject" name="Reject" sourceRef="signed" targetRef="revise" ttc:vote="reject" />
    <userTask id="book" name="Book" ttc:handlers="\${initiator}" />
    <userTask id="revise" name="Revise" ttc:handlers="\${initiator}" />
    <sequenceFlow id="booked" sourceRef="book" targetRef="end" />
    <sequenceFlow id="revised" sourceRef="revise" targetRef="end" />
    <endEvent id="end" />
  </process>
</definitions>`;

export function renderTtc(): string {
  return [
    '# `ttc:` names',
    '',
    'Everything that a diagram can say to the bridge beyond BPMN and the names of vendors. An ordinary approval needs none of it: see [Modelling processes](../modelling.md). Where handlers, due dates, buttons and services come from without these names is in [What is read](../../src/model/README.md#what-is-read).',
    '',
    '## How to write them',
    '',
    'The namespace is `http://bpmn-transaction-bridge/schema/ttc/1.0`. Each name can be written in three forms, which mean the same:',
    '',
    '| form | of one value | of several parts |',
    '|---|---|---|',
    '| attribute | `<userTask ttc:timeOut="48">` | one for each part: `ttc:action.urge.name="Urge"` |',
    '| property in the list of the modeler (*Extension properties* of Camunda Modeler; `camunda:properties`, `zeebe:properties` or another `properties` with `property` entries) | name `ttc:timeOut`, value `48` | one for each part: name `ttc:action.urge.name`, value `Urge` |',
    '| element in `extensionElements` | `<ttc:timeOut>48</ttc:timeOut>` | `<ttc:action key="urge" name="Urge" type="PROMOTER"/>` |',
    '',
    '- **Several of one name**: of a name with one value, the first that is not empty is used, attributes before properties before elements. Buttons, summaries and messages of `ttc:notify` are all used: elements before properties, each in the order of the file. An element sends one `ttc:message`.',
    '- **A name that means nothing on an element** is refused ([`unknown-ttc-name`](rules.md#unknown-ttc-name)), and so is a value that is not allowed ([`ttc-value-invalid`](rules.md#ttc-value-invalid)), a part that does not exist, is missing, or is given twice.',
    `- **Expressions** are \`\${…}\`, or \`=…\` in FEEL. Texts and addresses can also contain the placeholders ${TEXT_NAMES.map((name) => `\`{${name}}\``).join(', ')}; expressions can read the same names: \`\${businessKey}\`.`,
    '- **Options** in the column *default* are those of [`createBridge`](options.md).',
    '- **Examples** of several parts are shown as elements, and as properties in the form `name = value`.',
    '',
    ...(Object.keys(PLACES) as (keyof typeof PLACES)[]).flatMap(renderPlace),
    ...renderSummaries(),
    ...renderButtons(),
    ...renderMessages(),
    ...renderVotes(),
    ...NEEDED,
  ].join('\n');
}

function renderPlace(place: keyof typeof PLACES): readonly string[] {
  const { title, text } = PLACES[place];
  return [
    `## ${title}`,
    '',
    text,
    '',
    '| name | values | default | what it does | example |',
    '|---|---|---|---|---|',
    ...Object.entries(TTC_NAMES[place]).map(([name, setting]) => renderName(name, setting)),
    '',
  ];
}

function renderName(name: string, setting: TtcSetting | TtcComposed): string {
  if ('parts' in setting) {
    const link = `[below](#${SECTIONS[name]})`;
    return `| \`ttc:${name}\` | parts: ${link} | none | ${inCell(setting.means)} | ${link} |`;
  }
  const example = codeInCell(`ttc:${name}="${setting.example}"`);
  return `| \`ttc:${name}\` | ${inCell(setting.takes)} | ${inCell(setting.otherwise)} | ${inCell(setting.means)} | ${example} |`;
}

function renderParts(parts: Readonly<Record<string, TtcValue>>): readonly string[] {
  return [
    '| part | values | default | what it is |',
    '|---|---|---|---|',
    ...Object.entries(parts).map(
      ([part, { takes, otherwise, means }]) =>
        `| \`${part}\` | ${inCell(takes)} | ${inCell(otherwise)} | ${inCell(means)} |`,
    ),
    '',
  ];
}

/** Each as elements and as properties. */
function renderExamples(isShown: (example: PlacedExample) => boolean): readonly string[] {
  return TTC_EXAMPLES.filter(isShown).flatMap(({ place, name, shows, forms }) => [
    `**\`ttc:${name}\` on a ${place}.** ${shows}`,
    '',
    '```xml',
    ...forms.elements.map((xml) => xml.replaceAll(/(?<=>)(?=<ttc:param)/g, '\n  ').replace(/(?=<\/)/, '\n')),
    '```',
    '',
    '```properties',
    ...forms.pairs.map(([property, value]) => `${property} = ${value}`),
    '```',
    '',
  ]);
}

function renderSummaries(): readonly string[] {
  return [
    '## Summaries',
    '',
    '`ttc:summary`, on a process and on user tasks. As a property or an attribute its value is title and content, separated by `|`; the property can be repeated.',
    '',
    ...renderParts(SUMMARY_PARTS),
    ...renderExamples(({ place, name }) => name === 'summary' && place === 'user task'),
  ];
}

function renderButtons(): readonly string[] {
  const types = Object.entries({
    '`ttc:action` on a user task': BUTTON_TYPES.task,
    '`ttc:action` on a process': BUTTON_TYPES.process,
    '`ttc:previousAction` on a user task': BUTTON_TYPES.handledTask,
  });
  return [
    '## Buttons',
    '',
    'As properties: `ttc:action.<key>.<part>` and `ttc:previousAction.<key>.<part>`. On a user task, buttons of type HANDLE replace those that are [derived from the gateway](../../src/model/README.md#derived-buttons); buttons of other types, and those of the process, are added.',
    '',
    '| button | types |',
    '|---|---|',
    ...types.map(([where, each]) => `| ${where} | ${each.join(', ')} |`),
    '',
    ...renderParts(BUTTON_PARTS),
    ...renderExamples(({ name }) => SECTIONS[name] === 'buttons'),
  ];
}

function renderMessages(): readonly string[] {
  return [
    '## Messages',
    '',
    'As properties: `ttc:message.<part>` and `ttc:notify.<moment>.<part>`, for a second message at one moment `ttc:notify.<moment>.2.<part>`.',
    '',
    ...renderParts({ ...NOTICE_PARTS, ...MESSAGE_PARTS }),
    '`on` is a part of `ttc:notify` alone. A parameter of the message type is an element inside, `<ttc:param name="days" value="${days}" channel="SMS"/>`; as a property it is `ttc:message.param.days` or, for one channel, `ttc:message.param.days.SMS`:',
    '',
    ...renderParts(PARAMETER_PARTS),
    ...renderExamples(({ name }) => SECTIONS[name] === 'messages'),
    '### Words for people',
    '',
    'In `toPersons` and `excludeUser`, between accounts or alone:',
    '',
    '| word | in a `ttc:notify` about a task | in a `ttc:message` of an event or a send task, and in `ttc:notify` with `handled` or `end` |',
    '|---|---|---|',
    '| `handlers` | the handlers and groups of this task | the handlers and groups of all tasks of the instance that are open after the step: tasks of parallel branches, and those that the same step creates. A task that this step ended is not among them: whoever pressed its button is `handled` |',
    '| `initiator` | whoever started the instance | the same |',
    '| `handled` | everybody who has handled a task of the instance so far | the same; with `handled`, only the person who handled this task |',
    '| `circulated` | with `circulated`, those to whom the task is circulated; else nobody | nobody |',
    '',
    'A message whose `toPersons` consists of words that stand for nobody at the moment is not sent: at the end of a process no task is open, so `handlers` names nobody there. If an expression yields nobody, the step fails with an incident.',
    '',
    'In a `ttc:message`, and in a `ttc:notify` with `end`, `{taskId}` is the task whose handling led there, and `${handlerName}` the person who handled it (the account, if `identity.nameOf` returns no name); both are empty before the first task.',
    '',
  ];
}

function renderVotes(): readonly string[] {
  return [
    '## Countersigns and votes',
    '',
    'How many signatures `ttc:completion` asks for:',
    '',
    '| value | of five signers |',
    '|---|---|',
    '| `all`; the default without a completion condition | 5 |',
    '| `any` | 1 |',
    '| `2` | 2; if there are fewer signers, all of them |',
    '| `60%` | 3; rounded up: of four signers 3 |',
    '',
    '- **Without votes** every signature counts, whatever button was pressed. Once there are enough, the countersign is over.',
    '- **With votes** (`ttc:vote` on the flows after it, or on its buttons) only approvals count, and every vote is judged at once. Once there are enough approvals, the countersign is over and takes the flow `approve`. Once there can no longer be enough, even if everybody who has not signed approved, it is over and takes the flow `reject`. Nobody has to wait for the others.',
    '- Either way the tasks of those who have not signed are removed from their lists (`Decided by others`); one after the other (`isSequential`), they are never asked.',
    '',
    'Here three of five signers have to approve. The third rejection ends the countersign as rejected, because only two approvals are still possible:',
    '',
    '```xml',
    VOTE,
    '```',
    '',
  ];
}

const NEEDED = [
  '## Needed variables',
  '',
  'A condition, a collection or an address that reads a variable which was never set fails the step, unless it tests for it (`empty amount`, `is defined(amount)`); in a name, a summary or a message the variable is left out. So a start has to bring what nothing else sets. `bridge.deploy` and `lintFiles` return which ones: for each process, `variables` has what its diagram `reads`, what it `sets`, and what is `needed` at the start, because some path reads it before the diagram sets it. `bpmn-transaction-bridge lint --json` prints the same. For the diagram above:',
  '',
  '```json',
  '{ "reads": ["signer", "signers"], "sets": ["signer"], "needed": ["signers"] }',
  '```',
  '',
  'A service, a script, a message or a press may set a needed variable too, before the path reads it; the diagram does not show this.',
];
