import { expect, test } from 'vitest';
import { element, fileWith, properties, userTask } from '../../../support/bpmn-xml.ts';
import { findProblems } from '../../find-problems.ts';

const rule = 'summary-invalid';

test('a sixth entry is refused', async () => {
  const xml = fileWith(userTask('a', { extensions: '<ttc:summary title="T" content="c"/>'.repeat(6) }));
  expect(await findProblems(xml, rule)).toEqual(['error a: The summary has 6 entries, but the center shows only 5.']);
});

test('a bar in a title is refused', async () => {
  const xml = fileWith(userTask('a', { extensions: element('ttc:summary', { title: 'a|b', content: 'c' }) }));
  expect(await findProblems(xml, rule)).toEqual([
    'error a: The summary cannot be shown: the entry "a|b" has a | in its title, which separates title and content on the wire.',
  ]);
});

test('a line break in a title is refused, on a process too', async () => {
  const xml = fileWith(userTask('a'), { extensions: element('ttc:summary', { title: 'a\nb', content: 'c' }) });
  expect(await findProblems(xml, rule)).toEqual([
    'error process: The summary cannot be shown: the entry "a b" has a line break in its title.',
  ]);
});

test('a property without a bar is refused', async () => {
  const xml = fileWith(userTask('a', { extensions: properties({ 'ttc:summary': 'Amount' }) }));
  expect(await findProblems(xml, rule)).toEqual([
    'error a: The summary cannot be shown: the entry "Amount" has no content.',
  ]);
});

test('five entries are fine', async () => {
  const xml = fileWith(userTask('a', { extensions: '<ttc:summary title="T" content="c"/>'.repeat(5) }));
  expect(await findProblems(xml, rule)).toEqual([]);
});
