import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { copyTree } from '../../../src/model/moddle/parsed-files.ts';
import { bpmn, end, multiInstance, process, root, start, userTask } from '../../support/bpmn-xml.ts';
import {
  elementsOf,
  parseBpmn,
  readModel,
  setChildren,
  setId,
  walkTree,
  writeBpmn,
} from '../../support/inner/model.ts';
import { compileDefinition, writeModel } from '../../support/inner/plugin.ts';

const check = (id: string, content = '') =>
  process(
    id,
    [
      start(`s-${id}`),
      userTask(`look-${id}`, {
        assignee: 'bo',
        extensions: `<x:own xmlns:x="http://x"><x:in a="1">b</x:in></x:own>`,
        content,
      }),
      end(`e-${id}`),
    ],
    `s-${id} > look-${id} > e-${id}`,
  );
const people = multiInstance({ content: '<loopDataInputRef>people</loopDataInputRef>' });
const file = bpmn(root('message', 'm', { name: 'paid' }), check('one', people), check('two'));

test('a copy is written as its original is, and shares no element with it', async () => {
  const saved = await readFile(new URL('../../../processes/leave-approval.bpmn', import.meta.url), 'utf8');
  for (const xml of [file, saved]) {
    const parsed = await parseBpmn(xml);
    const before = await writeBpmn(parsed.definitions);
    const copy = copyTree(parsed);
    expect(await writeBpmn(copy.definitions)).toBe(before);
    const originals = new Set(walkTree(parsed.definitions));
    expect([...walkTree(copy.definitions)].filter((each) => originals.has(each))).toEqual([]);
    for (const each of walkTree(copy.definitions)) setId(each, `x-${each.id}`);
    setChildren(copy.definitions, 'rootElements', []);
    expect(await writeBpmn(parsed.definitions)).toBe(before);
  }
});

test('a copy is read as the original is', async () => {
  const xml = bpmn(check('one'));
  const parsed = await parseBpmn(xml);
  const compile = (read: typeof parsed) => compileDefinition(readModel(read));
  expect(writeModel(compile(copyTree(parsed)).model)).toBe(writeModel(compile(await parseBpmn(xml)).model));
});

test('what is left out is gone with all that it contains, and with what is said of it', async () => {
  const parsed = await parseBpmn(file);
  expect(parsed.leftovers.unresolved).toMatchObject([{ id: 'people' }]);
  const { definitions, leftovers } = copyTree(parsed, ({ id }) => id === 'one');
  expect(elementsOf(definitions, 'rootElements').map(({ id }) => id)).toEqual(['m', 'two']);
  expect(leftovers.unresolved).toEqual([]);
  const [kept] = copyTree(parsed, ({ id }) => id === 'two').leftovers.unresolved;
  expect(kept).toMatchObject({ id: 'people' });
  expect(kept?.element).not.toBe(parsed.leftovers.unresolved[0]?.element);
});
