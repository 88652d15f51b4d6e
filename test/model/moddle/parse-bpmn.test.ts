import { expect, test } from 'vitest';
import { parseBpmn } from '../../../src/model/moddle/parse-bpmn.ts';
import { fileWith, userTask } from '../../support/bpmn-xml.ts';

const file = fileWith(userTask('a'));

test('a BPMN file gives its definitions', async () => {
  expect((await parseBpmn(file)).definitions).toMatchObject({ $type: 'bpmn:Definitions', id: 'definitions' });
});

test('white space and a byte order mark before the declaration are fine', async () => {
  expect((await parseBpmn(`\ufeff\n  ${file}`)).definitions.id).toBe('definitions');
});

test.each([
  ['nothing', '', 'it is empty'],
  ['blanks', ' \n', 'it is empty'],
  ['text', 'hello', 'it is not XML'],
  ['nothing but a comment', '<!-- a -->', 'it contains no element'],
  ['other XML', '<a/>', 'its root element is <a>, not <definitions> of BPMN 2.0'],
  ['a web page', '<!doctype html><html/>', 'it is a web page'],
  ['a DMN file', '<definitions xmlns="https://www.omg.org/spec/DMN/20191111/MODEL/"/>', 'it is a DMN file'],
  ['a CMMN file', '<c:definitions xmlns:c="http://www.omg.org/spec/CMMN/20151109/MODEL"/>', 'it is a CMMN file'],
  [
    'a file without a namespace',
    '<definitions/>',
    'has no namespace; write xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"',
  ],
  ['a sign in an expression', file.replace('</process>', '${a < b}</process>'), 'in expressions, write &lt; for it'],
  [
    'another namespace',
    file.replace('http://www.omg.org/spec/BPMN/20100524/MODEL', 'http://x'),
    'its <definitions> has the namespace http://x',
  ],
  ['half a file', file.slice(0, -20), 'line '],
  ['a tag that is not closed', file.replace('</process>', ''), 'closing tag mismatch'],
  ['an entity', `<!DOCTYPE d [<!ENTITY e "x">]>${file}`, 'it declares a document type'],
  ['an external document type', `<!doctype d SYSTEM "file:///etc/passwd">${file}`, 'it declares a document type'],
])('%s is refused', async (_title, xml, reason) => {
  await expect(parseBpmn(xml)).rejects.toMatchObject({
    code: 'ERR_MODEL_UNREADABLE',
    message: expect.stringContaining(reason),
  });
});

test.each(['审批:任务', '任务', 'é:task'])('a tag <%s> is named, and not taken for a stray sign', async (tag) => {
  const xml = `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL">\n<${tag} id="x"/></definitions>`;
  await expect(parseBpmn(xml)).rejects.toThrow(
    `line 2 has <${tag}>, and the name of a tag has to begin with a letter from a to z`,
  );
});

test('a comment that speaks of a document type is none', async () => {
  expect((await parseBpmn(file.replace('<process', '<!-- <!DOCTYPE x> --><process'))).definitions.id).toBe(
    'definitions',
  );
});
