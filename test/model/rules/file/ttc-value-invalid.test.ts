import { expect, test } from 'vitest';
import { end, exclusive, fileWith, processFile, properties, start, userTask } from '../../../support/bpmn-xml.ts';
import { findProblems } from '../../find-problems.ts';

const rule = 'ttc-value-invalid';

test('a value outside its set is refused', async () => {
  const xml = fileWith(userTask('a', { attributes: { 'ttc:canDelegate': 'sometimes' } }));
  expect(await findProblems(xml, rule)).toEqual([
    'error a: ttc:canDelegate is "sometimes", which is not an allowed value.',
  ]);
});

test('as an extension property too', async () => {
  const xml = fileWith(userTask('a', { extensions: properties({ 'ttc:autoCreateTransType': '1' }) }));
  expect(await findProblems(xml, rule)).toEqual([
    'error a: ttc:autoCreateTransType is "1", which is not an allowed value.',
  ]);
});

test('a percentage above 100 is refused', async () => {
  const xml = fileWith(
    userTask('sign', {
      assignee: '${p}',
      attributes: { 'ttc:completion': '120%' },
      multiInstance: { collection: '${people}', elementVariable: 'p' },
    }),
  );
  expect(await findProblems(xml, rule)).toEqual([
    'error sign: ttc:completion is "120%", which is not an allowed value.',
  ]);
});

test('an unknown vote is refused', async () => {
  const xml = processFile(
    [
      start(),
      userTask('sign', { assignee: '${p}', multiInstance: { collection: '${people}', elementVariable: 'p' } }),
      exclusive('g'),
      end('yes'),
      end('no'),
    ],
    'start > sign > g; g >{ttc:vote=yes} yes; g >{ttc:vote=reject} no',
  );
  expect(await findProblems(xml, rule)).toEqual(['error g-yes: ttc:vote is "yes", which is not an allowed value.']);
});

test('known values are fine', async () => {
  const xml = fileWith(userTask('a', { attributes: { 'ttc:canDelegate': '1', 'ttc:autoCreateTransType': 'true' } }));
  expect(await findProblems(xml, rule)).toEqual([]);
});

test.each(['LEAVE_${days}', '=code', '#{code}', 'LEAVE_{businessKey}', 'Leave of {initiatorName}'])(
  'the code and the name of the process cannot be computed: %s',
  async (value) => {
    const attributes = { 'ttc:transTypeCode': value, 'ttc:transTypeName': value };
    expect(await findProblems(fileWith(userTask('a'), { attributes, id: 'whole' }), rule)).toEqual([
      `error whole: ttc:transTypeCode is "${value}", which is not an allowed value.`,
      `error whole: ttc:transTypeName is "${value}", which is not an allowed value.`,
    ]);
  },
);

test('a brace around anything but a name of texts is plain text', async () => {
  const attributes = { 'ttc:transTypeName': 'Leave {HR}' };
  expect(await findProblems(fileWith(userTask('a'), { attributes }), rule)).toEqual([]);
});
