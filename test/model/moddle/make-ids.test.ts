import { expect, test } from 'vitest';
import { end, lanes, processFile, start, subProcess, userTask } from '../../support/bpmn-xml.ts';
import { parseBpmn, walkTree } from '../../support/inner/model.ts';

const FILE = processFile(
  [start(), subProcess('part', [start('s'), userTask('a'), end('e')], 's > a > e'), end()],
  'start > part > end',
  { before: lanes({ Office: ['part'] }) },
);

/** Ids of all elements of BPMN, by type, in the order of the file. */
async function idsIn(xml: string): Promise<readonly string[]> {
  return [...walkTree((await parseBpmn(xml)).definitions)].map(
    ({ $type, id }) => `${$type.replace('bpmn:', '')} ${id}`,
  );
}

test('ids are made from type and place, and are the same each time', async () => {
  const bare = FILE.replaceAll(/(<(?:definitions|sequenceFlow|laneSet|lane|endEvent)) id="[^"]*"/g, '$1');
  expect(await idsIn(bare)).toEqual([
    'Definitions Def',
    'Process process',
    'LaneSet LaneSet_process_1',
    'Lane Lane_LaneSet_process_1_1',
    'StartEvent start',
    'SubProcess part',
    'StartEvent s',
    'UserTask a',
    'EndEvent EndEvent_part_1',
    'SequenceFlow SequenceFlow_part_1',
    'SequenceFlow SequenceFlow_part_2',
    'EndEvent EndEvent_process_1',
    'SequenceFlow SequenceFlow_process_1',
    'SequenceFlow SequenceFlow_process_2',
  ]);
  expect(await idsIn(bare)).toEqual(await idsIn(bare));
});

test('an id that is given elsewhere is not made again', async () => {
  const bare = FILE.replace('id="start-part"', '').replaceAll('"part"', '"SequenceFlow_process_1"');
  expect(await idsIn(bare)).toContain('SequenceFlow SequenceFlow_process_1_');
});
