import fc from 'fast-check';
import { expect, test } from 'vitest';
import { actionUrl, createDesk, pressRequest } from './callback-fixture.ts';

const buttons = fc.record({
  taskId: fc.tuple(fc.uuid(), fc.nat(999)).map(([uuid, n]) => `${uuid}.${n}`),
  actionKey: fc.stringMatching(/^[A-Za-z0-9_.-]{1,20}$/).filter((key) => key !== '.' && key !== '..'),
});
/** The part of an address that the signature is about. */
const signedFrom = (url: string) => url.indexOf('/tasks/');

test('every address that was signed is accepted', async () => {
  await fc.assert(
    fc.asyncProperty(buttons, async ({ taskId, actionKey }) => {
      const { handle, presses } = createDesk();
      expect((await handle(pressRequest({ url: actionUrl(taskId, actionKey) }))).status).toBe(200);
      expect(presses).toMatchObject([{ taskId, actionKey }]);
    }),
  );
});

test('an address with any one byte changed is refused and nothing reaches the bridge', async () => {
  await fc.assert(
    fc.asyncProperty(
      buttons,
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      fc.integer({ min: 0x20, max: 0x7e }).map((byte) => String.fromCharCode(byte)),
      async ({ taskId, actionKey }, where, character) => {
        const url = actionUrl(taskId, actionKey);
        const at = signedFrom(url) + Math.floor(where * (url.length - signedFrom(url)));
        const changed = url.slice(0, at) + character + url.slice(at + 1);
        // A backslash is a slash to the URL standard: before anybody sees the request, that is the same address.
        fc.pre(new URL(changed).href !== url);
        const { handle, presses } = createDesk();
        const response = await handle(pressRequest({ url: changed }));
        expect([401, 404]).toContain(response.status);
        expect(presses).toEqual([]);
      },
    ),
    { numRuns: 1000 },
  );
});

test('an address with a byte taken out or put in is refused', async () => {
  await fc.assert(
    fc.asyncProperty(
      buttons,
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      fc.constantFrom('', 'A', '.', '/', '%', '%2e', '\u00e4'),
      async ({ taskId, actionKey }, where, text) => {
        const url = actionUrl(taskId, actionKey);
        const start = signedFrom(url) + '/tasks/'.length;
        const at = start + Math.floor(where * (url.length - start));
        const changed = text === '' ? url.slice(0, at) + url.slice(at + 1) : url.slice(0, at) + text + url.slice(at);
        const { handle, presses } = createDesk();
        expect([401, 404]).toContain((await handle(pressRequest({ url: changed }))).status);
        expect(presses).toEqual([]);
      },
    ),
    { numRuns: 500 },
  );
});

test('the signature of one button is good for no other', async () => {
  await fc.assert(
    fc.asyncProperty(buttons, buttons, async (one, other) => {
      fc.pre(one.taskId !== other.taskId || one.actionKey !== other.actionKey);
      const signature = actionUrl(one.taskId, one.actionKey).split('/').at(-1) ?? '';
      const url = actionUrl(other.taskId, other.actionKey).replace(/[^/]+$/, signature);
      const { handle, presses } = createDesk();
      expect((await handle(pressRequest({ url }))).status).toBe(401);
      expect(presses).toEqual([]);
    }),
  );
});
