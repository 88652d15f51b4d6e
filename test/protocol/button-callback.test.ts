import { describe, expect, it } from 'vitest';
import { ButtonParameters } from '../../src/protocol/button-callback.ts';
import { refusedPaths } from './expect-problem.ts';
import { without } from './samples.ts';

const pressed = { nextNodeKey: 'archive', opinions: 'fine', accountName: 'bo', time: '2025-06-01 09:30:00' };

describe('Events, Button callback', () => {
  it('reads the four parameters and drops what it does not know', () => {
    expect(ButtonParameters.parse({ ...pressed, device: 'phone' })).toEqual(pressed);
  });

  it('needs neither a next node nor an opinion', () => {
    const bare = { accountName: 'bo', time: '2025-06-01 09:30:00' };
    expect(ButtonParameters.parse({ ...bare, nextNodeKey: null, opinions: null })).toEqual(bare);
  });

  it.each(['accountName', 'time'])('refuses a press without %s, by that name', (field) => {
    expect(refusedPaths(ButtonParameters, without(pressed, field))).toEqual([field]);
    expect(refusedPaths(ButtonParameters, { ...pressed, [field]: '' })).toEqual([field]);
  });

  it('refuses a time of another form', () => {
    expect(refusedPaths(ButtonParameters, { ...pressed, time: '01.06.2025 09:30' })).toEqual(['time']);
  });
});
