/**
 * `npm run walk`: causes every fault that an operator may meet, on three nodes and PostgreSQL, finds it and fixes it from
 * a shell, and writes docs/walk.md from what was seen. `-- --only <word>` plays those with the word in their title and
 * prints them. A full disk needs root, and a clock that jumps the Debian package `libfaketime`.
 */
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { CENTER_SCENES } from './center-scenes.ts';
import { DATABASE_SCENES, LAST_SCENES } from './database-scenes.ts';
import { DIAGRAM_SCENES } from './diagram-scenes.ts';
import { DIAGRAMS } from './diagrams.ts';
import { MACHINE_SCENES } from './machine-scenes.ts';
import { MANY_SCENES } from './many-scenes.ts';
import { SERVICE_SCENES } from './service-scenes.ts';
import { UPGRADE_SCENES } from './upgrade-scenes.ts';
import { openWalk } from './walk.ts';

const PREFACE = `<!-- Written by \`npm run walk\` from what it saw. -->

# A night on call

Every fault of [Operating](operating.md), caused on three nodes with one PostgreSQL: what the log says, what the commands
print, and what fixes it. What failed outside, such as a disk, was fixed there; all else by the commands alone. Outputs are real,
and cut where they are long. The database of the walk runs without fsync, to be quick, which \`doctor\` finds each time. Not
played here: what only SQLite has.
`;

/** Of what was written down, what is printed when a scene fails. */
const LAST = 12;

const { values } = parseArgs({ options: { only: { type: 'string' } } });
const { only } = values;

const SCENES = [
  ...SERVICE_SCENES,
  ...CENTER_SCENES,
  ...DIAGRAM_SCENES,
  ...MACHINE_SCENES,
  ...DATABASE_SCENES,
  ...UPGRADE_SCENES,
  ...MANY_SCENES,
  ...LAST_SCENES,
];

await using walk = await openWalk(DIAGRAMS);
for (const scene of SCENES) {
  if (only !== undefined && !scene.title.includes(only)) continue;
  await walk.begin(scene.title);
  await scene.play(walk).catch((error: unknown) => {
    console.log(walk.page.slice(-LAST).join('\n'));
    throw error;
  });
}
const page = walk.page.join('\n');
if (only === undefined) await writeFile(new URL('../../docs/walk.md', import.meta.url), `${PREFACE}\n${page}`);
else console.log(page);
