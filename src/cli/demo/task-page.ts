import { findTask } from './describe-task.ts';
import { html } from './html.ts';
import type { Page } from './page.ts';

const HINT =
  'Handle it with its buttons in the inbox. A business system that has a form of its own here calls {method} when the form is sent.';

/** The page of a task. A real business system would show a form here; the buttons are in the center. */
export const taskPage: Page = async (world, taskId) => {
  const task = await findTask(world, taskId);
  if (task === undefined) return undefined;
  return {
    title: task.nodeName,
    content: html`${task.facts}
<p>${world.company.say(HINT, { method: 'bridge.press' })}</p>`,
  };
};
