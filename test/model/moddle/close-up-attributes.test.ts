import { expect, test } from 'vitest';
import { lintFiles } from '../../../src/model/index.ts';
import { closeUpAttributes } from '../../../src/model/moddle/scan-markup.ts';
import { fileWith, userTask } from '../../support/bpmn-xml.ts';

test.each([
  ['<a name = "A"/>', '<a   name="A"/>'],
  ['<a x:name\n=\n\'A\' id= "b"><b c ="d"/>', '<a \n\nx:name=\'A\'  id="b"><b  c="d"/>'],
  // What stands in a text or in quotes is no attribute.
  ['<a b="c = \'d\'">e = "f" isn\'t</a>', '<a b="c = \'d\'">e = "f" isn\'t</a>'],
  ['<!-- a = "b" --><![CDATA[<a b = "c">]]><?a b = "c"?>', '<!-- a = "b" --><![CDATA[<a b = "c">]]><?a b = "c"?>'],
  ['<a b = "c', '<a b = "c'],
])('white space around the = of attributes in %j moves before their names', (xml, closed) => {
  expect(closeUpAttributes(xml)).toBe(closed);
});

test('a file with such white space is read whole', async () => {
  const xml = fileWith(userTask('a', { assignee: 'bo' })).replaceAll('="', ' = "');
  expect((await lintFiles(xml)).problems).toEqual([]);
});
