/** The table of src/model/expressions/README.md, row by row: variables change in between, and what is decided stays. */
import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import {
  type BpmnNode,
  callActivity,
  catchEvent,
  end,
  exclusive,
  type MultiInstanceOptions,
  message,
  parallel,
  processFile,
  root,
  serviceTask,
  start,
  throwEvent,
  timer,
  userTask,
} from '../../support/bpmn-xml.ts';
import { ofThisTier } from '../../support/tier.ts';
import { type MakePlayer, onBridge, onOwnEngine, type Play, type Player, type Services } from './player.ts';

const HOUR_MS = 3_600_000;

type Variables = Play['variables'];

interface Row {
  /** Behind the fork, beside the task `ask`, whose press changes the variables as often as a test likes. */
  readonly nodes: readonly BpmnNode[];
  readonly flows: string;
  readonly roots?: string;
  readonly variables: Variables;
  /** What each service gives; those that throw are tried again. */
  readonly services?: Readonly<Record<string, (turn: number) => unknown>>;
  /** Files of what it calls, which only a bridge has. */
  readonly called?: readonly string[];
  /** Its conditions are scripts: the names of variables. */
  readonly scripts?: true;
  /** Of what an engine of its own does not do. */
  readonly bridgeOnly?: true;
  play(played: Played): Promise<void>;
}

interface Played extends Player {
  change(variables: Variables): Promise<void>;
  /** Open tasks of the node, with who handles them. */
  at(nodeId: string): Promise<readonly string[]>;
  /** What services were given, in order. */
  readonly inputs: readonly unknown[];
}

const mapping = (...entries: readonly string[]) => `<camunda:inputOutput>${entries.join('')}</camunda:inputOutput>`;
const input = (name: string, text: string) => `<camunda:inputParameter name="${name}">${text}</camunda:inputParameter>`;
const output = (name: string, text: string) =>
  `<camunda:outputParameter name="${name}">${text}</camunda:outputParameter>`;
/** Shows the value of a variable by who has the task. */
const shown = (id: string, variable: string) => userTask(id, { assignee: `\${${variable}}` });
const signing = (options: MultiInstanceOptions, assignee = '${who}') =>
  userTask('sign', { assignee, multiInstance: { elementVariable: 'who', collection: '${people}', ...options } });

const ROWS: Readonly<Record<string, Row>> = {
  'condition of a flow': {
    nodes: [userTask('go'), exclusive('way'), userTask('long'), userTask('short'), end('e1')],
    flows: 'fork > go > way; way >[${days > 3}] long > go; way >* short > e1',
    variables: { days: 5 },
    async play({ press, change, at }) {
      await press('go');
      await change({ days: 1 });
      expect(await at('long')).toHaveLength(1);
      await press('long');
      await press('go');
      expect(await at('short')).toHaveLength(1);
    },
  },
  'collection and cardinality of a multi-instance': {
    nodes: [signing({ sequential: true }), end('e1')],
    flows: 'fork > sign > e1',
    variables: { people: ['bo', 'chen'] },
    async play({ press, change, at }) {
      await change({ people: ['dara'] });
      await press('sign');
      expect(await at('sign')).toEqual(['chen']);
      await change({ people: [] });
      expect(await at('sign')).toEqual(['chen']);
      await press('sign');
      expect(await at('sign')).toEqual([]);
    },
  },
  'element and counters of an iteration': {
    nodes: [signing({ condition: '${nrOfCompletedInstances == 2}' }), end('e1')],
    flows: 'fork > sign > e1',
    variables: { people: ['bo', 'chen', 'dara'] },
    async play({ press, change, at }) {
      await change({ who: 'emil', nrOfCompletedInstances: 2, nrOfInstances: 1 });
      await press('sign');
      expect(await at('sign')).toEqual(['chen', 'dara']);
      await press('sign');
      expect(await at('sign')).toEqual([]);
    },
  },
  'completion condition': {
    nodes: [signing({ condition: '${enough}' }), end('e1')],
    flows: 'fork > sign > e1',
    variables: { people: ['bo', 'chen', 'dara', 'emil'], enough: false },
    async play({ press, change, at }) {
      await press('sign');
      await change({ enough: true });
      expect(await at('sign')).toEqual(['chen', 'dara', 'emil']);
      await press('sign');
      expect(await at('sign')).toEqual([]);
    },
  },
  'completion condition that is a script': {
    nodes: [signing({ condition: 'enough' }), end('e1')],
    flows: 'fork > sign > e1',
    variables: { people: ['bo', 'chen', 'dara', 'emil'], enough: false },
    scripts: true,
    async play({ press, change, at }) {
      await press('sign');
      await change({ enough: true });
      expect(await at('sign')).toEqual(['chen', 'dara', 'emil']);
      await press('sign');
      expect(await at('sign')).toEqual([]);
    },
  },
  'condition of a standard loop': {
    nodes: [
      userTask('again', {
        content: '<standardLoopCharacteristics><loopCondition>${more}</loopCondition></standardLoopCharacteristics>',
      }),
      userTask('over'),
      end('e1'),
    ],
    flows: 'fork > again > over > e1',
    variables: { more: true },
    async play({ press, change, at }) {
      await press('again');
      expect(await at('again')).toHaveLength(1);
      await change({ more: false });
      expect(await at('again')).toHaveLength(1);
      await press('again');
      expect(await at('over')).toHaveLength(1);
    },
  },
  'handlers, groups, name, summaries, urls, due date': {
    nodes: [
      userTask('check', {
        name: 'Check ${thing}',
        assignee: '${boss}',
        attributes: { 'ttc:handleUrl': 'https://x.test/${thing}', 'camunda:dueDate': '${due}' },
      }),
      end('e1'),
    ],
    flows: 'fork > check > e1',
    variables: { thing: 'car', boss: 'bo', due: 'PT2H' },
    async play({ press, change, at, told }) {
      await change({ thing: 'house', boss: 'chen', due: 'PT9H' });
      expect(await at('check')).toEqual(['bo']);
      expect(told('check')).toMatchObject([{ nodeName: 'Check car', handleUrl: 'https://x.test/car', timeOut: 2 }]);
      await press('check');
      expect(told('check')).toHaveLength(1);
    },
  },
  'input mappings of a user task': {
    nodes: [
      userTask('check', { assignee: 'bo', extensions: mapping(input('seen', '${boss}'), output('next', '${seen}')) }),
      shown('then', 'next'),
      end('e1'),
    ],
    flows: 'fork > check > then > e1',
    variables: { boss: 'chen' },
    async play({ press, change, at }) {
      await change({ boss: 'dara' });
      await press('check');
      expect(await at('then')).toEqual(['chen']);
    },
  },
  'output mappings and form defaults of a user task': {
    nodes: [
      userTask('check', {
        assignee: 'bo',
        extensions: `<camunda:formData><camunda:formField id="by" type="string" defaultValue="\${boss}"/></camunda:formData>${mapping(output('next', '${boss}'))}`,
      }),
      shown('then', 'next'),
      shown('last', 'by'),
      end('e1'),
    ],
    flows: 'fork > check > then > last > e1',
    variables: { boss: 'chen' },
    async play({ press, change, at }) {
      await change({ boss: 'dara' });
      await press('check');
      await change({ boss: 'emil' });
      expect(await at('then')).toEqual(['dara']);
      await press('then');
      expect(await at('last')).toEqual(['dara']);
    },
  },
  'name and input of a service': {
    nodes: [
      serviceTask('pay', {
        attributes: { 'ttc:service': undefined, 'camunda:type': 'external', 'camunda:topic': 'pay-${how}' },
        extensions: mapping(input('sum', '${amount}')),
      }),
      userTask('over'),
      end('e1'),
    ],
    flows: 'fork > pay > over > e1',
    variables: { how: 'card', amount: 3 },
    services: {
      'pay-card': (turn) => {
        if (turn === 1) throw new Error('try again');
        return {};
      },
      'pay-cash': () => ({}),
    },
    async play({ change, pass, at, inputs }) {
      await change({ how: 'cash', amount: 9 });
      await pass(HOUR_MS);
      expect(await at('over')).toHaveLength(1);
      expect(inputs.map((given) => JSON.stringify(given))).toEqual(['{"sum":3}', '{"sum":3}']);
    },
  },
  'output mappings of a service': {
    nodes: [
      userTask('go'),
      serviceTask('pay', { extensions: mapping(output('next', '${boss}')) }),
      shown('then', 'next'),
      end('e1'),
    ],
    flows: 'fork > go > pay > then > e1',
    variables: { boss: 'chen' },
    services: { pay: () => ({}) },
    async play({ press, change, at }) {
      await change({ boss: 'dara' });
      await press('go');
      await change({ boss: 'emil' });
      expect(await at('then')).toEqual(['dara']);
    },
  },
  'process and inputs of a call': {
    nodes: [
      callActivity('call', '${which}', {
        extensions: '<camunda:in source="boss" target="boss"/><camunda:in source="rank" target="rank"/>',
      }),
      end('e1'),
    ],
    flows: 'fork > call > e1',
    variables: { which: 'one', boss: 'chen', rank: 'dara' },
    called: [
      processFile(
        [start(), userTask('first', { assignee: '${boss}' }), shown('second', 'rank'), end()],
        'start > first > second > end',
        { id: 'one' },
      ),
      processFile([start(), userTask('other'), end()], 'start > other > end', { id: 'two' }),
    ],
    async play({ press, change, open }) {
      await change({ which: 'two', boss: 'emil', rank: 'emil' });
      expect((await open()).join()).toBe('ask (anna),call.one.first (chen)');
      await press('call.one.first');
      expect(await open()).toContain('call.one.second (dara)');
    },
  },
  'outputs of a call': {
    nodes: [
      callActivity('call', 'one', { extensions: '<camunda:out sourceExpression="${boss}" target="next"/>' }),
      shown('then', 'next'),
      end('e1'),
    ],
    flows: 'fork > call > then > e1',
    variables: { next: 'bo' },
    called: [
      processFile([start(), userTask('first', { assignee: 'bo' }), end()], 'start > first > end', { id: 'one' }),
    ],
    async play({ press, change, at }) {
      await change({ boss: 'not of the call' });
      await press('call.first', { boss: 'dara' });
      await change({ boss: 'emil', next: 'emil' });
      expect(await at('then')).toEqual(['dara']);
    },
  },
  'name and correlation key of a catch event': {
    nodes: [catchEvent('wait', message('paid')), userTask('over'), end('e1')],
    flows: 'fork > wait > over > e1',
    roots: root('message', 'paid', { name: 'paid-${order}' }),
    variables: { order: 'a' },
    async play({ change, message: send, at }) {
      await change({ order: 'b' });
      await send('paid-b');
      expect(await at('over')).toEqual([]);
      await send('paid-a');
      expect(await at('over')).toHaveLength(1);
    },
  },
  'name, key and content of a throw event': {
    nodes: [
      userTask('go'),
      throwEvent('tell', message('told')),
      end('e1'),
      ...['a', 'b'].map((order) => catchEvent(`wait-${order}`, message(`told-${order}`))),
      userTask('heard-a'),
      userTask('heard-b'),
      end('e2'),
    ],
    flows: 'fork > go > tell > e1; fork > wait-a > heard-a > e2; fork > wait-b > heard-b > e2',
    roots: [
      root('message', 'told', { name: 'told-${order}' }),
      ...['a', 'b'].map((order) => root('message', `told-${order}`, { name: `told-${order}` })),
    ].join(''),
    variables: { order: 'a' },
    async play({ press, change, at }) {
      await change({ order: 'b' });
      await press('go');
      await change({ order: 'a' });
      expect([await at('heard-a'), await at('heard-b')]).toMatchObject([[], [expect.any(String)]]);
    },
  },
  'time of a timer': {
    nodes: [catchEvent('wait', timer('${pause}')), userTask('over'), end('e1')],
    flows: 'fork > wait > over > e1',
    variables: { pause: 'PT2H' },
    async play({ change, pass, at }) {
      await change({ pause: 'PT9H' });
      await pass(HOUR_MS);
      await change({ pause: 'PT1M' });
      expect(await at('over')).toEqual([]);
      await pass(HOUR_MS);
      expect(await at('over')).toHaveLength(1);
    },
  },
  'condition of a conditional event': {
    nodes: [
      catchEvent(
        'wait',
        '<conditionalEventDefinition><condition>${days > limit}</condition></conditionalEventDefinition>',
      ),
      userTask('over'),
      end('e1'),
    ],
    flows: 'fork > wait > over > e1',
    variables: { days: 1, limit: 3 },
    async play({ change, at }) {
      await change({ days: 2 });
      expect(await at('over')).toEqual([]);
      await change({ limit: 1 });
      expect(await at('over')).toHaveLength(1);
    },
  },
  'condition of a conditional event that is a script': {
    nodes: [
      catchEvent('wait', '<conditionalEventDefinition><condition>isOver</condition></conditionalEventDefinition>'),
      userTask('over'),
      end('e1'),
    ],
    flows: 'fork > wait > over > e1',
    variables: { isOver: false },
    scripts: true,
    async play({ change, at }) {
      await change({ days: 2 });
      expect(await at('over')).toEqual([]);
      await change({ isOver: true });
      expect(await at('over')).toHaveLength(1);
    },
  },
  'content of a notice': {
    nodes: [
      userTask('check', {
        assignee: 'bo',
        extensions: ['created', 'handled']
          .map(
            (on) => `<ttc:notify on="${on}" messageTypeCode="NOTICE" title="${on} \${thing}" toPersons="initiator"/>`,
          )
          .join(''),
      }),
      end('e1'),
    ],
    flows: 'fork > check > e1',
    variables: { thing: 'car' },
    bridgeOnly: true,
    async play({ press, change, bridge }) {
      await change({ thing: 'house' });
      await press('check');
      const titles = (await bridge().messages.list()).map(({ request }) => request.data.title);
      expect(titles).toEqual(['created car', 'handled house']);
    },
  },
  '`to` of a TRANSFER or CIRCULARIZE button': {
    nodes: [
      userTask('check', {
        assignee: 'bo',
        extensions:
          '<ttc:action key="done" name="Done" type="HANDLE"/><ttc:action key="hand" name="Hand over" type="TRANSFER" to="${deputy}"/>',
      }),
      end('e1'),
    ],
    flows: 'fork > check > e1',
    variables: { deputy: 'chen' },
    async play({ press, change, at }) {
      await change({ deputy: 'dara' });
      await press('check', {}, 'hand');
      expect(await at('check')).toEqual(['dara']);
      await change({ deputy: 'emil' });
      expect(await at('check')).toEqual(['dara']);
      await press('check', {}, 'hand');
      expect(await at('check')).toEqual(['emil']);
    },
  },
};

interface Runner {
  readonly makePlayer: MakePlayer;
  readonly isBridge: boolean;
  readonly isRecovered: boolean;
}

const runner = (isBridge: boolean, isRecovered: boolean): Runner => ({
  makePlayer: isBridge ? onBridge(isRecovered) : onOwnEngine(isRecovered),
  ...{ isBridge, isRecovered },
});

const RUNNERS: readonly [string, Runner][] = [
  ['an engine of its own, alive', runner(false, false)],
  ['an engine of its own, recovered each time', runner(false, true)],
  ['a bridge', runner(true, false)],
  ['a bridge that restarts each time', runner(true, true)],
];

describe.each(RUNNERS)('%s', (_, { makePlayer, isBridge, isRecovered }) => {
  // In turn, one row alive and the next one recovered.
  const rows = ofThisTier(Object.entries(ROWS), (_row, index) => (index % 2 === 1) === isRecovered).filter(
    ([, { bridgeOnly, called }]) => isBridge || (!bridgeOnly && !called),
  );
  test.each(rows)('%s', async (_what, row) => {
    const nodes = [start(), parallel('fork'), exclusive('more'), userTask('ask', { assignee: 'anna' }), ...row.nodes];
    const drawn = processFile(nodes, `start > fork > more > ask > more; ${row.flows}`, {
      id: 'changing',
      ...(row.roots !== undefined && { roots: row.roots }),
    });
    const xml = row.scripts
      ? drawn.replaceAll(/<(completionCondition|condition)(?=[ >])/g, '<$1 language="names"')
      : drawn;
    const inputs: unknown[] = [];
    const services = Object.fromEntries(
      Object.entries(row.services ?? {}).map(([name, give]): [string, Services[string]] => [
        name,
        ({ input: given }) => give(inputs.push(given)),
      ]),
    );
    const { variables, called = [] } = row;
    await using player = await makePlayer({ xml, variables, services, called });
    await row.play({
      ...player,
      inputs,
      change: (changes) => player.press('ask', changes),
      at: async (nodeId) =>
        (await player.open()).flatMap((task) => new RegExp(`^${nodeId} \\((.*)\\)$`).exec(task)?.[1] ?? []),
    });
  });
});

test('every row of the table is here', async () => {
  const page = await readFile(new URL('../../../src/model/expressions/README.md', import.meta.url), 'utf8');
  const table = page.slice(page.indexOf('## When expressions are evaluated'));
  const rows = [...table.matchAll(/^\| ([a-z`].*?) +\| /gm)].map(([, what]) => what).filter((what) => what !== 'what');
  // No variables are there before a start.
  expect(Object.keys(ROWS)).toEqual(rows.filter((what) => what !== 'time of a timer that starts a process'));
});
