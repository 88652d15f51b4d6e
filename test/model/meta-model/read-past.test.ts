import { Engine } from 'bpmn-engine';
import { describe, expect, test } from 'vitest';
import { createPlugin } from '../../../src/plugin/index.ts';
import { play } from '../../plugin/shapes/shape-driver.ts';
import { parseBpmn, walkTree } from '../../support/inner/model.ts';
import { compileDefinition } from '../../support/inner/plugin.ts';
import { prepareAccepted } from '../prepare/prepare.ts';
import { FLOW_ELEMENTS } from './flow-elements.ts';
import { OTHER_ELEMENTS } from './other-elements.ts';
import { READ_PAST } from './read-past.ts';
import { isTreatment, READ, type TypeTreatment } from './treatment.ts';

/** No elements of their own. */
const ABSTRACT = new Set([
  'Artifact',
  'ItemAwareElement',
  'ConversationNode',
  'ChoreographyActivity',
  'DataAssociation',
  'InteractionNode',
  'RootElement',
]);
/** No schema has an element for them. */
const NEVER_WRITTEN = new Set(['ExtensionDefinition', 'ExtensionAttributeDefinition', 'InputOutputBinding']);

/** Types that are drawn, or of which no more than a warning is given. */
const drawn = Object.entries({ ...FLOW_ELEMENTS, ...OTHER_ELEMENTS }).flatMap(([type, treatment]) =>
  doesNotRun(treatment) && !ABSTRACT.has(type) && !NEVER_WRITTEN.has(type) ? [type] : [],
);

function doesNotRun(treatment: TypeTreatment): boolean {
  if (!isTreatment(treatment) || treatment === READ) return false;
  return !('rule' in treatment) || treatment.rule === 'part-not-run';
}

describe('what BPMN 2.0 has and does not run is read past', () => {
  test('every such type has a sample', async () => {
    const held = new Set<string>();
    for (const xml of Object.values(READ_PAST)) {
      for (const { $type } of walkTree((await parseBpmn(xml)).definitions)) held.add($type.replace('bpmn:', ''));
    }
    expect(drawn.filter((type) => !held.has(type))).toEqual([]);
  });

  test.each(Object.entries(READ_PAST))('%s: the process runs to its end', async (_name, xml) => {
    await play(compileDefinition(await prepareAccepted(xml)), 'start -> task\npress task -> END');
  });

  // The engine maps lanes before it can be told of the file.
  test.each(Object.entries(READ_PAST).filter(([name]) => !name.startsWith('lanes')))(
    '%s: in an engine that its caller owns, too',
    async (_name, source) => {
      const said: string[] = [];
      const plugin = createPlugin({
        appId: 'app',
        instanceId: 'i',
        initiator: 'ann',
        actionUrl: () => 'https://service.test',
        onReports: (items) => said.push(...items.map(({ status }) => status)),
      });
      const engine = new Engine({ name: 'host', source, ...plugin.engineOptions } as never);
      await engine.execute({ listener: plugin.listener });
      await plugin.press('i.1', { account: 'task' });
      expect(said).toEqual(['next', 'end']);
    },
  );
});
