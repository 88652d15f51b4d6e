import { describe, expect, it } from 'vitest';
import { ACTION_TYPES, LISTS_OF_ACTION, TASK_LISTS } from '../../src/protocol/constants.ts';
import { ActionSchema, PreviousActionSchema } from '../../src/protocol/schemas/action.ts';
import { expectAccepted, refusedPaths } from './expect-problem.ts';
import { approve, takeBack, without } from './samples.ts';

describe('Resources, ActionSchema item', () => {
  it('reads a whole action as it stands', () => {
    expect(ActionSchema.parse(approve)).toEqual(approve);
  });

  it.each(['name', 'type', 'url', 'optType', 'method'])('refuses an action without %s, by that name', (field) => {
    expect(refusedPaths(ActionSchema, without(approve, field))).toEqual([field]);
    expect(refusedPaths(ActionSchema, { ...approve, [field]: null })).toEqual([field]);
    expect(refusedPaths(ActionSchema, { ...approve, [field]: '' })).toContain(field);
  });

  it.each([
    ['type', 'APPROVE'],
    ['type', 'handle'],
    ['optType', 2],
    ['optType', 'api'],
    ['optType', true],
    ['method', 'POST'],
    ['method', 'delete'],
    ['allowMerge', 2],
    ['allowMerge', '1'],
    ['nextNodeKey', 7],
    ['url', 7],
  ])('refuses %s = %j, by that name', (field, value) => {
    expect(refusedPaths(ActionSchema, { ...approve, [field]: value })).toEqual([field]);
  });

  it('needs no method for a page', () => {
    expectAccepted(ActionSchema, { ...without(approve, 'method'), optType: 1 });
    expect(refusedPaths(ActionSchema, { ...approve, optType: 1, method: 'patch' })).toEqual(['method']);
  });

  it('reads optType as integer and as string, and hands it on as integer', () => {
    expect(ActionSchema.parse({ ...approve, optType: '0' }).optType).toBe(0);
    expect(ActionSchema.parse({ ...approve, optType: 1 }).optType).toBe(1);
  });

  it('refuses a field the spec does not know, by its name', () => {
    expect(refusedPaths(ActionSchema, { ...approve, label: 'Approve' })).toEqual(['label']);
    expect(refusedPaths(ActionSchema, { ...approve, times: 1 })).toEqual(['times']);
  });
});

describe('Resources, Previous-action item', () => {
  it('reads optType as integer and as string, and hands it on as string', () => {
    expect(PreviousActionSchema.parse(takeBack)).toEqual(takeBack);
    expect(PreviousActionSchema.parse({ ...takeBack, optType: 1 }).optType).toBe('1');
    expect(PreviousActionSchema.parse({ ...takeBack, optType: 0 }).optType).toBe('0');
  });

  it('takes times null and absent as unlimited', () => {
    expect(PreviousActionSchema.parse({ ...takeBack, times: null }).times).toBeUndefined();
    expect(PreviousActionSchema.parse(without(takeBack, 'times')).times).toBeUndefined();
  });

  it.each([-1, 1.5, '1'])('refuses times = %j', (times) => {
    expect(refusedPaths(PreviousActionSchema, { ...takeBack, times })).toEqual(['times']);
  });

  it('needs a method for an api button whichever way optType is written', () => {
    expect(refusedPaths(PreviousActionSchema, without(takeBack, 'method'))).toEqual(['method']);
    expect(refusedPaths(PreviousActionSchema, { ...without(takeBack, 'method'), optType: 0 })).toEqual(['method']);
  });
});

describe('Events, Button visibility by list', () => {
  it('shows each of the eleven types in the lists of the spec', () => {
    const shown = TASK_LISTS.map((list) => [list, ACTION_TYPES.filter((type) => LISTS_OF_ACTION[type].includes(list))]);
    expect(Object.fromEntries(shown)).toEqual({
      pending: ['HANDLE', 'HANG_UP', 'ACTIVE', 'CIRCULARIZE', 'TRANSFER', 'DEAL', 'ALL'],
      handled: ['HANDLEDR', 'ALL'],
      initiated: ['BREAK_UP', 'REVOKE', 'PROMOTER', 'ALL'],
    });
  });
});
