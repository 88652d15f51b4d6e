/** The rules of faults: what can be set, when they strike, and what a page can show of them. */
import { beforeEach, describe, expect, it } from 'vitest';
import { createSandbox, type FaultPlan, type Sandbox } from '../../../src/sandbox/index.ts';
import { fetchToken, openSandbox, TOKEN_FORM } from '../business-system.ts';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await openSandbox();
});

/** Calls the token endpoint so many times, and says which were struck. */
async function struckOf(calls: number): Promise<number[]> {
  const before = sandbox.traffic.length;
  for (let n = 0; n < calls; n += 1) {
    const body = new URLSearchParams(TOKEN_FORM).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded;charset=utf-8' };
    await fetch(`${sandbox.authUrl}/oauth2/token`, { method: 'POST', headers, body });
  }
  return sandbox.traffic.slice(before).flatMap(({ fault }, index) => (fault === undefined ? [] : [index]));
}

const often = (seed: number): FaultPlan => ({ seed, rules: [{ fault: 'http-error-before', probability: 0.3 }] });

describe('a rule strikes', () => {
  it('the same calls again with the same seed, and others with another', async () => {
    sandbox.faults.set(often(1));
    const first = await struckOf(40);
    sandbox.faults.set(often(1));
    expect(await struckOf(40)).toEqual(first);
    // With another rule beside it, too.
    sandbox.faults.add({ fault: 'latency', calls: ['button'], probability: 0.5 }, 1);
    expect(await struckOf(40)).toEqual(first);
    sandbox.faults.set(often(2));
    expect(await struckOf(40)).not.toEqual(first);
    expect(first.length).toBeGreaterThan(0);
    expect(first.length).toBeLessThan(40);
  });

  it('with a seed that was drawn, so that the run can be made again with it', async () => {
    const { rules } = often(0);
    sandbox.faults.set({ rules });
    const { seed } = sandbox.faults;
    const first = await struckOf(20);
    sandbox.faults.set({ seed, rules });
    expect(await struckOf(20)).toEqual(first);
  });

  it('always with 1, never with 0', async () => {
    sandbox.faults.set({ rules: [{ fault: 'http-error-before', probability: 0 }] });
    expect(await struckOf(5)).toEqual([]);
    sandbox.faults.set({ rules: [{ fault: 'http-error-before', probability: 1 }] });
    expect(await struckOf(3)).toEqual([0, 1, 2]);
  });

  it('the next calls, and is used up; of two rules the first goes first', async () => {
    sandbox.faults.set({
      rules: [
        { fault: 'http-error-before', next: 2 },
        { fault: 'http-error-after', next: 1 },
      ],
    });
    expect(await struckOf(5)).toEqual([0, 1, 2]);
    expect(sandbox.traffic.map(({ fault }) => fault).slice(0, 3)).toEqual([
      'http-error-before',
      'http-error-before',
      'http-error-after',
    ]);
    expect(sandbox.faults.active).toMatchObject([
      { struck: 2, left: 0, rule: { fault: 'http-error-before', next: 2, status: 503 } },
      { struck: 1, left: 0 },
    ]);
  });

  it('only the calls that it names', async () => {
    sandbox.faults.set({ rules: [{ fault: 'http-error-before', calls: ['taskHandle'], next: 1 }] });
    expect(await struckOf(2)).toEqual([]);
  });

  it('from the beginning where the options say so, and no more once it was cleared', async () => {
    sandbox = await openSandbox({ faults: { rules: [{ fault: 'http-error-before', probability: 1 }] } });
    expect(await struckOf(1)).toEqual([0]);
    sandbox.faults.clear();
    expect(sandbox.faults.active).toEqual([]);
    expect(await fetchToken(sandbox)).toEqual(expect.any(String));
  });
});

describe('a plan is refused', () => {
  const refused: readonly [string, unknown, string][] = [
    ['a fault there is none of', [{ fault: 'gremlins', next: 1 }], 'rules[0].fault: must be one of latency, '],
    ['no moment', [{ fault: 'latency' }], 'rules[0]: must have either probability or next'],
    ['two moments', [{ fault: 'latency', next: 1, probability: 1 }], 'rules[0]: must have either probability or next'],
    ['a probability above 1', [{ fault: 'latency', probability: 30 }], 'rules[0].probability: '],
    ['an option of another fault', [{ fault: 'latency', status: 500, next: 1 }], 'status'],
    [
      'a call that it cannot strike',
      [{ fault: 'lost', calls: ['token'], next: 1 }],
      'rules[0].calls: lost can strike button, taskStatus, not token',
    ],
    ['a code of no item', [{ fault: 'item-failure', code: 7, next: 1 }], 'rules[0].code: '],
    ['HTTP 401 after the work', [{ fault: 'http-error-after', status: 401, next: 1 }], 'rules[0].status: '],
    ['the outer code 0', [{ fault: 'outer-code-after', code: 0, next: 1 }], 'rules[0].code: must not be 0'],
    ['a wrong cipher where there is none', [{ fault: 'wrong-cipher', next: 1 }], 'rules[0]: requires a callbackCipher'],
    [
      'a new key where there is no cipher',
      [{ fault: 'cipher-rotated', next: 1 }],
      'rules[0]: requires a callbackCipher',
    ],
  ];

  it.each(refused)('with %s, and the rules stay as they were', (_title, rules, message) => {
    sandbox.faults.set(often(3));
    const before = sandbox.faults.active;
    expect(() => sandbox.faults.set({ rules } as FaultPlan)).toThrow(
      expect.objectContaining({ code: 'ERR_INPUT_INVALID', message: expect.stringContaining(message) }),
    );
    expect(sandbox.faults.active).toEqual(before);
  });

  it('with all its problems at once', () => {
    const rules = [{ fault: 'latency' }, { fault: 'lost', next: 0 }];
    expect(() => sandbox.faults.set({ rules } as unknown as FaultPlan)).toThrow(
      expect.objectContaining({
        details: {
          problems: [expect.objectContaining({ path: 'rules[0]' }), expect.objectContaining({ path: 'rules[1].next' })],
        },
      }),
    );
  });

  it('with a key that does not fit the cipher', async () => {
    sandbox = await openSandbox({ callbackCipher: { kind: 'aes-gcm', key: Buffer.alloc(32).toString('base64') } });
    const rules = [{ fault: 'cipher-rotated', key: 'c2hvcnQ=', next: 1 }] as const;
    expect(() => sandbox.faults.set({ rules })).toThrow(expect.objectContaining({ code: 'ERR_INPUT_INVALID' }));
  });

  it('when the sandbox is made with it', async () => {
    const faults = { rules: [{ fault: 'latency' }] } as unknown as FaultPlan;
    await expect(createSandbox({ faults })).rejects.toMatchObject({ code: 'ERR_INPUT_INVALID' });
  });
});

describe('the list of faults', () => {
  it('contains for each its effect, its calls and its options, and each can be set accordingly', async () => {
    sandbox = await openSandbox({ callbackCipher: { kind: 'aes-gcm', key: Buffer.alloc(32).toString('base64') } });
    const { known } = sandbox.faults;
    expect(known.map(({ fault }) => fault)).toContain('reset-after');
    const rules = known.map(({ fault, calls }) => ({ fault, calls, next: 1 }));
    sandbox.faults.set({ rules } as FaultPlan);
    const taken = sandbox.faults.active.map(({ rule }) => {
      const { fault: _fault, calls: _calls, next: _next, ...options } = rule;
      return Object.keys(options);
    });
    // Options without a default are not filled in, and an option that is not listed is never there.
    for (const [index, { options }] of known.entries())
      expect(options).toEqual(expect.arrayContaining(taken[index] ?? []));
    for (const { fault, options } of known) {
      for (const option of options) {
        const wrong = { rules: [{ fault, [option]: {}, next: 1 }] } as unknown as FaultPlan;
        expect(() => sandbox.faults.set(wrong)).toThrow(`rules[0].${option}: `);
      }
    }
  });
});
