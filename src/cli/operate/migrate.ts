import { openStore, readSchemaOf } from '../../store/open-store.ts';
import type { CommandLine } from './action/action.ts';
import { createOperateCommand } from './action/operate-command.ts';
import { BY } from './action/operation-action.ts';

/** Migrates a database that exists. The same happens when a service opens it. */
export const migrate = createOperateCommand({
  name: 'migrate',
  about: `Brings a database to the schema of this version, in one transaction: all of it, or nothing. A service does the same when
it starts. Make a backup first: an older version may refuse the database afterwards. An empty PostgreSQL database gets its
tables; an SQLite file must exist, and no service may have it open.`,
  actions: [
    {
      ...{ name: null, args: [], summary: '', access: null, run: migrateStore },
      flags: [{ name: 'dry-run', text: 'only print which migrations would be applied' }, BY],
    },
  ],
  exitCodes:
    '0 done, or with --dry-run nothing to do; 1 failed, or migrations would be applied; 2 the command line is wrong.',
});

async function migrateStore({ url, by, has, print }: CommandLine): Promise<number> {
  const { applied, missing } = await readSchemaOf(url);
  const isDone = !has('dry-run');
  if (isDone && missing.length > 0) await (await openStore(url, 'service', by)).close();
  const verb = isDone ? 'Applied' : 'Would apply';
  const line =
    missing.length === 0 ? `Nothing to do: the schema is ${applied.at(-1)}.` : `${verb}: ${missing.join(', ')}.`;
  print({ isDone, applied, missing }, [line]);
  return isDone || missing.length === 0 ? 0 : 1;
}
