import { expect, test, vi } from 'vitest';
import { renameRepeatedIds } from '../../../src/model/moddle/repeated-ids.ts';

const REPEATED = Array.from({ length: 50 }, (_, index) => `t${index}`);
const FILE = `<definitions>${REPEATED.map((id) => `<timer id="${id}"/>`).join('')}<timer id="t7_2"/>${REPEATED.map(
  (id) => `<timer id="${id}"/>`,
).join('')}<link ref="x:t3"/><source>t5</source></definitions>`;

test('what is repeated is renamed in place, unless something refers to it', () => {
  const { xml, repeated } = renameRepeatedIds(FILE, REPEATED);
  const others = REPEATED.filter((id) => id !== 't3' && id !== 't5');
  const nameOf = (id: string) => (id === 't7' ? 't7_2_' : `${id}_2`);
  expect(repeated).toEqual(others.map((id) => ({ id, renamed: [nameOf(id)] })));
  const at = FILE.indexOf('"t7_2"');
  const rest = FILE.slice(at).replace(/id="(t\d+)"/g, (tag, id: string) =>
    others.includes(id) ? `id="${nameOf(id)}"` : tag,
  );
  expect(xml).toBe(FILE.slice(0, at) + rest);
});

test('a file is scanned as often for many repeated ids as for one', () => {
  const scans = [REPEATED.slice(0, 1), REPEATED].map((ids) => {
    const spies = (['matchAll', 'includes', 'replace'] as const).map((name) => vi.spyOn(String.prototype, name));
    renameRepeatedIds(FILE, ids);
    const count = spies
      .flatMap(({ mock }) => mock.contexts)
      .filter((text) => String(text).length >= FILE.length).length;
    for (const spy of spies) spy.mockRestore();
    return count;
  });
  expect(scans).toEqual([2, 2]);
});
