import { expect, test } from 'vitest';
import { fileWith, node } from '../../../support/bpmn-xml.ts';
import { readXml } from '../../../support/inner/model.ts';

const xml = fileWith(
  node('sendTask', 'tell', {
    extensions: '<ttc:message messageTypeCode="DONE" title="Done" toPersons="initiator"/>',
  }),
);

test('a message is refused where nothing can send it', async () => {
  const { problems } = await readXml(xml, { messages: false });
  expect(problems.map(({ rule, elementId }) => `${rule} ${elementId}`)).toEqual(['message-not-sent tell']);
});

test('it is accepted where something can', async () => {
  expect((await readXml(xml, {})).problems).toEqual([]);
});
