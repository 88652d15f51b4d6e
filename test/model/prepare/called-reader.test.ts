import { expect, test } from 'vitest';
import { createParsedFiles } from '../../../src/model/moddle/parsed-files.ts';
import { type CalledTree, createCalledReader, readCalled } from '../../../src/model/prepare/calls/called-process.ts';
import {
  boundary,
  bpmn,
  end,
  error,
  multiInstance,
  process,
  properties,
  root,
  start,
  userTask,
} from '../../support/bpmn-xml.ts';
import { elementsOf, walkTree, writeBpmn } from '../../support/inner/model.ts';

/** As Flowable's modeler saves it: flows without ids, an error by its code, data by its name, extensions of others. */
const check = process(
  'check',
  [
    start('s'),
    userTask('look', {
      assignee: 'bo',
      extensions: `${properties({ a: ' 1\n2 ' })}<x:own xmlns:x="http://x"><![CDATA[ <b> ]]></x:own>`,
      content: multiInstance({ content: '<loopDataInputRef>people</loopDataInputRef>' }),
    }),
    boundary('b', 'look', error('E1')),
    end('e'),
  ],
  's > look > e; b > e',
).replaceAll(/<sequenceFlow id="[^"]*"/g, '<sequenceFlow');
const other = process('other', [start('o'), userTask('see'), end('p')], 'o > see > p');
const file = bpmn(root('error', 'E2'), check, other, root('message', 'm', { name: 'paid' }));

/** All that a call takes of the file, and what is said of the file and of what is in the process. */
async function sayTree(tree: CalledTree | undefined) {
  if (tree?.process.$parent === undefined) return undefined;
  const { process, leftovers, xml } = tree;
  const inside = new Set(walkTree(process));
  const unresolved = leftovers.unresolved.filter(({ element }) => inside.has(element));
  const said = JSON.stringify({ ...leftovers, unresolved: unresolved.map(({ property, id }) => ({ property, id })) });
  const definitions = Object.assign(process.$parent ?? process, { rootElements: [process] });
  return { text: await writeBpmn(definitions as Parameters<typeof writeBpmn>[0]), said, xml };
}

test('gives what the whole file gives, for the first call and for later ones', async () => {
  const read = createCalledReader(createParsedFiles());
  for (const processId of ['check', 'other', 'check', 'other'])
    expect(await sayTree(await read(file, processId))).toEqual(await sayTree(await readCalled(file, processId)));
  expect(await read(file, 'neither')).toBeUndefined();
});

const rootsOf = (tree: CalledTree | undefined) =>
  elementsOf(tree?.process.$parent, 'rootElements').map(({ id, $type }) => id ?? $type);

test('reads no process but the one that is called, for each call anew', async () => {
  const read = createCalledReader(createParsedFiles());
  const [first, second] = [await read(file, 'other'), await read(file, 'other')];
  expect(rootsOf(first)).toEqual(expect.arrayContaining(['E2', 'other', 'm']));
  expect(rootsOf(first)).not.toContain('check');
  expect(first?.process).not.toBe(second?.process);
});

test('a call of a process that refers into another draws in nothing of that', async () => {
  const crossing = file.replace('targetRef="p"', 'targetRef="e"');
  const tree = await createCalledReader(createParsedFiles())(crossing, 'other');
  expect(rootsOf(tree)).not.toContain('check');
  expect([...walkTree(tree?.process.$parent ?? expect.fail())].map(({ id }) => id)).not.toContain('e');
});
