import { describe, expect, it } from 'vitest';
import { Summaries } from '../../src/protocol/fields.ts';
import { expectAccepted, refusedPaths } from './expect-problem.ts';

describe('Limits', () => {
  const five = ['a|1', 'b|2', 'c|3', 'd|4', 'e|5'];

  it('takes five summary entries and refuses a sixth', () => {
    expectAccepted(Summaries, five);
    expect(refusedPaths(Summaries, [...five, 'f|6'])).toEqual(['']);
  });

  it('takes the form title|content, with empty content or a bar in it', () => {
    expectAccepted(Summaries, ['reason|', 'choice|a|b']);
  });

  it.each(['reason', '|holiday', ''])('refuses the entry %j, by its place', (entry) => {
    expect(refusedPaths(Summaries, ['a|1', entry])).toEqual(['[1]']);
  });
});
