import { expect, test } from 'vitest';
import { expandCall } from '../../../src/model/prepare/calls/expand-call.ts';
import { callActivity, end, processFile, start, timer, userTask } from '../../support/bpmn-xml.ts';
import { readXml } from '../../support/inner/model.ts';
import { prepareAccepted } from './prepare.ts';

const VENDORS = {
  camunda: 'http://camunda.org/schema/1.0/bpmn',
  flowable: 'http://flowable.org/bpmn',
  zeebe: 'http://camunda.org/schema/zeebe/1.0',
  drools: 'http://www.jboss.org/drools',
};

/** The file as one engine's modeler saves it: with the namespace of that engine alone. */
const savedFor = (vendor: keyof typeof VENDORS | undefined, xml: string, language?: string) =>
  xml
    .replace(/ xmlns:(camunda|zeebe|flowable|activiti)="[^"]*"/g, '')
    .replaceAll('camunda:assignee', 'ttc:handlers')
    .replace(
      ' id="definitions"',
      `${vendor === undefined ? '' : ` xmlns:${vendor}="${VENDORS[vendor]}"`}${language ? ` expressionLanguage="${language}"` : ''} id="definitions"`,
    );

const caller = (target: string) =>
  processFile([start(), callActivity('call', target), end()], 'start > call > end', { id: 'main' });

const called = processFile(
  [
    start('s'),
    { tag: 'intermediateCatchEvent', id: 'wait', attributes: {}, extensions: '', content: timer('R3/PT10H') },
    { tag: 'exclusiveGateway', id: 'g', attributes: {}, extensions: '', content: '' },
    userTask('look', { assignee: 'bo' }),
    { tag: 'scriptTask', id: 'count', attributes: {}, extensions: '', content: '<script>x</script>' },
    end('e'),
  ],
  's > wait > g; g >[amount > 3] look > e; g >* count > e',
  { id: 'check' },
);

/** What is read by the settings of the file: the engine of a timer cycle, and the languages of script and condition. */
async function settingsIn(xml: string, prefix: string) {
  const { model, problems } = await readXml(xml);
  if (model === undefined) throw new Error(problems.map(({ reason }) => reason).join('\n'));
  const trigger = model.events.get(`${prefix}wait`)?.trigger;
  return {
    timer: trigger?.kind === 'timer' ? trigger.writtenFor : undefined,
    script: model.services.get(`${prefix}count`)?.script?.format,
    condition: model.services.get(`${prefix}g`)?.conditions?.scripts.map(({ script }) => script.format),
  };
}

const OF_FLOWABLE = { timer: 'flowable', script: 'juel', condition: ['http://www.java.com/java'] };
const check = savedFor('flowable', called, 'http://www.java.com/java');

test('a process from another file is read with the settings of that file', async () => {
  expect(await settingsIn(check, '')).toEqual(OF_FLOWABLE);
  for (const vendor of ['zeebe', 'camunda', 'drools', 'flowable', undefined] as const) {
    const { xml } = await prepareAccepted(savedFor(vendor, caller('check')), { check });
    expect(await settingsIn(xml, 'call.')).toEqual(OF_FLOWABLE);
    expect((await prepareAccepted(xml)).xml).toBe(xml);
  }
});

test('also one that is found when a token comes, and one for no engine', async () => {
  const late = (await prepareAccepted(savedFor('drools', caller('check'), 'http://www.mvel.org/2.0'))).xml;
  const found = (xml: string) => ({ processId: 'check', definitionId: 'v1', xml });
  const { xml } = await expandCall(late, 'call..call', found(check));
  expect(await settingsIn(xml, 'call.')).toEqual(OF_FLOWABLE);
  const plain = await expandCall(late, 'call..call', found(savedFor(undefined, called, 'http://www.java.com/java')));
  expect(await settingsIn(plain.xml, 'call.')).toEqual({ ...OF_FLOWABLE, timer: undefined, script: '' });
});
