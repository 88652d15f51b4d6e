/** The diagram of docs/reference/ttc.md: a countersign with votes, of which 60 % have to approve. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { lintFiles } from '../../../src/model/index.ts';
import { runs } from './vendor-run.ts';

const page = readFileSync(new URL('../../../docs/reference/ttc.md', import.meta.url), 'utf8');
const xml = /^```xml\n(<definitions [\s\S]*?)^```$/m.exec(page)?.[1] ?? '';
const variables = { signers: ['ann', 'bo', 'chen', 'dara', 'emil'] };
const begun = 'start next sign,sign,sign,sign,sign (ann) (bo) (chen) (dara) (emil)';

runs('the third rejection of five ends it as rejected', {
  ...{ xml, variables },
  happens: ['bo sign Reject', 'ann sign Approve', 'chen sign Reject', 'emil sign Reject', 'anna revise'],
  told: [begun, 'sign none', 'sign none', 'sign none', 'sign next revise (anna)', 'sign none', 'revise end'],
});

runs('the third approval of five ends it as approved', {
  ...{ xml, variables },
  happens: ['bo sign Approve', 'ann sign Reject', 'chen sign Approve', 'emil sign Approve', 'anna book'],
  told: [begun, 'sign none', 'sign none', 'sign none', 'sign next book (anna)', 'sign none', 'book end'],
});

test('the page names its variables', async () => {
  const { processes } = await lintFiles(xml);
  expect(JSON.parse(/^```json\n([\s\S]*?)^```$/m.exec(page)?.[1] ?? '')).toEqual(processes[0]?.variables);
});
