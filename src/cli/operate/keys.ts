import { createOperateCommand } from './action/operate-command.ts';
import { table } from './print/layout.ts';

/** Which signing keys are in use. */
export const keys = createOperateCommand({
  name: 'keys',
  about: `Counts, for each key that signed the buttons of tasks in the center, the tasks of instances that have not ended. A key
can be removed from callback.signingKeys when no open task needs it; buttons of handled tasks stop working with it.`,
  actions: [
    {
      name: null,
      args: [],
      summary: '',
      flags: [],
      access: 'read',
      async run({ store, print }) {
        const counts = await store.countSigningKeys();
        const rows = counts.map(({ keyId, openTasks, handledTasks }) => [
          String(openTasks),
          String(handledTasks),
          keyId,
        ]);
        print(
          counts,
          counts.length === 0 ? ['No key is in use.'] : table(['open tasks', 'handled tasks', 'key'], rows),
        );
        return undefined;
      },
    },
  ],
});
