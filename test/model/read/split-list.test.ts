import { expect, test } from 'vitest';
import { splitList } from '../../../src/model/read/tasks/read-assignment.ts';

test.each([
  ['anna, bert,,', ['anna', 'bert']],
  ['${a}, ${b ? "x,y" : c}', ['${a}', '${b ? "x,y" : c}']],
  ['user(a), group(b, c)', ['user(a)', 'group(b, c)']],
  ["O'Neil, anna", ["O'Neil", 'anna']],
  ['=["a", "b"]', ['=["a", "b"]']],
  ['  ', []],
])('%s', (text, parts) => {
  expect(splitList(text)).toEqual(parts);
});
