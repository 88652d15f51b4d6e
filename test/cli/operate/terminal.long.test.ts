/** Tables in a terminal, which `script` of util-linux gives them. */
import { expect, test } from 'vitest';
import { runCliInTerminal, runCliProcess } from '../start-cli.ts';
import { createOperated } from './operated.ts';

test.skipIf(process.platform !== 'linux')(
  'a line is cut to the width of a terminal, and not at all in a pipe',
  async () => {
    const operated = await createOperated('sqlite');
    try {
      await operated.startBooking();
      const longest = (out: string) => Math.max(...out.split(/\r?\n/).map((line) => [...line].length));
      const args = ['incidents', 'list', '--store', operated.url];
      const { out } = await runCliProcess(args);
      expect(longest(out)).toBeGreaterThan(70);
      expect(out).not.toContain('…');
      const narrow = await runCliInTerminal(70, args);
      expect(longest(narrow.out)).toBe(70);
      expect(narrow.out).toMatch(/^\S+ {2}ERR_SERVICE_FAILED .*…\r$/m);
      expect(longest((await runCliInTerminal(20, args)).out)).toBe(60);
      expect((await runCliInTerminal(160, args)).out.replaceAll('\r', '')).toBe(out);
    } finally {
      await operated[Symbol.asyncDispose]();
    }
  },
);
