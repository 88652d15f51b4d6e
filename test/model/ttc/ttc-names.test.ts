/** Every example of `docs/reference/ttc.md` is read, and means the same as element, property and attribute. */
import { describe, expect, test } from 'vitest';
import { lintFiles } from '../../../src/model/index.ts';
import {
  type Attributes,
  bareTask,
  boundary,
  catchEvent,
  element,
  end,
  exclusive,
  extensionElements,
  message,
  node,
  type ProcessFileOptions,
  processFile,
  properties,
  receiveTask,
  root,
  start,
  subProcess,
  throwEvent,
  userTask,
} from '../../support/bpmn-xml.ts';
import { readXml, TTC_NAMES, type TtcPlace } from '../../support/inner/model.ts';
import { writeModel } from '../../support/inner/plugin.ts';
import { type PlacedExample, TTC_EXAMPLES } from './ttc-forms.ts';

/** What is written on the element that an example is about. */
interface Written {
  readonly attributes?: Attributes;
  readonly extensions?: string;
}

const PEOPLE = { collection: '${people}', elementVariable: 'person' };
const SIGNERS = { assignee: '${person}', multiInstance: PEOPLE };

/** The smallest file in which each element can have its settings; the buttons of handled tasks and processes find an event. */
const FILES: Readonly<Record<Exclude<TtcPlace, 'other element'>, (written: Written, name: string) => string>> = {
  process: (written) => listening(userTask('ask'), written),
  'user task': (written, name) => {
    if (name === 'countersign' || name === 'completion') return listening(userTask('ask', { ...SIGNERS, ...written }));
    const isBare = name === 'handlers' || name === 'handlingGroup';
    return listening(isBare ? bareTask('ask', written) : userTask('ask', written));
  },
  service: (written) => around(node('serviceTask', 'work', written)),
  'sub-process': (written) => around(subProcess('each', [userTask('ask')], '', { multiInstance: PEOPLE, ...written })),
  'message event': (written, name) =>
    around(
      name === 'message' ? node('sendTask', 'tell', written) : catchEvent('paid', message('m'), written),
      name === 'message' ? {} : { roots: root('message', 'm', { name: 'paid' }) },
    ),
  message: ({ attributes, extensions }) =>
    around(catchEvent('paid', message('m')), {
      roots: root('message', 'm', { name: 'paid', ...attributes }, extensions),
    }),
  'sequence flow': ({ attributes, extensions = '' }) => {
    const flow = { id: 'yes', name: 'Approve', sourceRef: 'g', targetRef: 'granted', ...attributes };
    return voting(userTask('ask', SIGNERS), 'g >"Reject"{ttc:vote=reject} refused', {
      content: element('sequenceFlow', flow, extensionElements(extensions)),
    });
  },
  lane: ({ attributes, extensions = '' }) => {
    const refs = ['start', 'ask', 'end'].map((id) => element('flowNodeRef', {}, id)).join('');
    const lane = element('lane', { id: 'l', name: 'Clerks', ...attributes }, extensionElements(extensions) + refs);
    return around(bareTask('ask'), { before: element('laneSet', { id: 'lanes' }, lane) });
  },
};

function around(one: ReturnType<typeof node>, options: ProcessFileOptions = {}): string {
  return processFile([start(), one, end()], `start > ${one.id} > end`, options);
}

/** A second task, beside which the events `back` and `urge` are waited for. */
function listening(task: ReturnType<typeof node>, written: Written = {}): string {
  const events = ['back', 'urge'].map((name) => boundary(name, 'file', message(`m-${name}`), { interrupting: false }));
  return processFile(
    [start(), task, userTask('file'), ...events, end()],
    `start > ${task.id} > file > end; back > end; urge > end`,
    { ...written, roots: root('message', 'm-back', { name: 'back' }) + root('message', 'm-urge', { name: 'urge' }) },
  );
}

function voting(task: ReturnType<typeof node>, flows: string, options: ProcessFileOptions = {}): string {
  const nodes = [start(), task, exclusive('g'), end('granted'), end('refused')];
  return processFile(nodes, `start > ask > g; ${flows}`, options);
}

function fileOf(
  { place, name, written: settings }: Pick<PlacedExample, 'place' | 'name' | 'written'>,
  written: Written,
) {
  if (settings.some(({ vote }) => vote !== undefined))
    return voting(userTask('ask', { ...SIGNERS, ...written }), 'g > granted; g > refused');
  if (place === 'other element') throw new Error('nothing may be written on other elements');
  return FILES[place](written, name);
}

/** What the reader makes of a file, as text. */
async function read(xml: string): Promise<string> {
  const { model } = await readXml(xml);
  return model === undefined ? 'refused' : writeModel(model);
}

function writeProperties(pairs: PlacedExample['forms']['pairs'], vendor: string): string {
  const list = pairs.map(([name, value]) => properties({ [name]: value }, vendor));
  return list.join('').replaceAll(`</${vendor}:properties><${vendor}:properties>`, '');
}

describe.each(TTC_EXAMPLES.map((example, index) => ({ ...example, title: `${example.name} (${index})` })))(
  'on a $place: $title',
  (example) => {
    const { forms } = example;
    const asElement = fileOf(example, { extensions: forms.elements.join('') });

    test('is deployed without a problem', async () => {
      const { isDeployable, problems } = await lintFiles(asElement);
      expect(problems).toEqual([]);
      expect(isDeployable).toBe(true);
    });

    test('means something', async () => {
      expect(await read(asElement)).not.toBe(await read(fileOf(example, {})));
    });

    test.each(['camunda', 'zeebe'])('is the same as properties of %s', async (vendor) => {
      const asProperties = fileOf(example, { extensions: writeProperties(forms.pairs, vendor) });
      expect(await read(asProperties)).toBe(await read(asElement));
    });

    test('is the same as attributes, which an element has once each', async () => {
      const attributes = Object.fromEntries(forms.pairs);
      if (Object.keys(attributes).length < forms.pairs.length) return;
      expect(await read(fileOf(example, { attributes }))).toBe(await read(asElement));
    });
  },
);

const MESSAGE = '<ttc:message messageTypeCode="A" title="b" toPersons="initiator"/>';
const KEY = { 'ttc:correlationKey': '${orderId}' };
const SERVICE = { 'ttc:service': 'book' };
const ROOTS = { roots: root('message', 'm', { name: 'paid' }) };

describe('each name stands on every element that the page names', () => {
  test.each([
    ...['serviceTask', 'scriptTask', 'businessRuleTask', 'sendTask'].map((tag) =>
      around(node(tag, 'x', { attributes: SERVICE })),
    ),
    around(throwEvent('x', message('m'), { attributes: SERVICE }), ROOTS),
    processFile([start(), end('x', { content: message('m'), attributes: SERVICE })], 'start > x', ROOTS),
    around(node('sendTask', 'x', { attributes: { messageRef: 'm', ...KEY } }), ROOTS),
    around(receiveTask('x', 'm', { attributes: KEY }), ROOTS),
    around(catchEvent('x', message('m'), { attributes: KEY }), ROOTS),
    around(throwEvent('x', message('m'), { attributes: KEY }), ROOTS),
    processFile([start(), end('x', { content: message('m'), attributes: KEY })], 'start > x', ROOTS),
    processFile(
      [start(), userTask('a'), boundary('x', 'a', message('m'), { attributes: KEY }), end()],
      'start > a > end; x > end',
      ROOTS,
    ),
    around(node('sendTask', 'x', { extensions: MESSAGE })),
    around(throwEvent('x', message(), { extensions: MESSAGE })),
    processFile([start(), end('x', { content: message(), extensions: MESSAGE })], 'start > x'),
  ])('%#', async (xml) => {
    const { isDeployable, problems } = await lintFiles(xml);
    expect(problems).toEqual([]);
    expect(isDeployable).toBe(true);
  });
});

test('the examples have every part of every setting', () => {
  const shown = new Map<string, Set<string>>();
  for (const { name, written } of TTC_EXAMPLES) {
    const parts = shown.get(name) ?? new Set();
    shown.set(name, new Set([...parts, ...written.flatMap(Object.keys)]));
  }
  const isMessage = (name: string) => name === 'notify' || name === 'message';
  // Both kinds of buttons, and both kinds of messages, are read by one function.
  const shownIn = (name: string) =>
    [...shown].flatMap(([other, parts]) =>
      other === name || (isMessage(name) && isMessage(other)) || (name.endsWith('ction') && other.endsWith('ction'))
        ? [...parts]
        : [],
    );
  const missing = Object.values(TTC_NAMES).flatMap((names) =>
    Object.entries(names).flatMap(([name, setting]) =>
      'parts' in setting
        ? Object.keys(setting.parts)
            .filter((part) => !shownIn(name).includes(part))
            .map((part) => `${name}.${part}`)
        : [],
    ),
  );
  expect(missing).toEqual([]);
});
