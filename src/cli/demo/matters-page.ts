import { MATTERS } from './demo-matters.ts';
import { personName } from './describe-task.ts';
import { html } from './html.ts';
import type { Page } from './page.ts';
import { type DemoWorld, startMatter } from './start-demo-matters.ts';

/** The start page of the business system: every matter can be started again. */
export const mattersPage: Page = async (world, id, form) => {
  if (id !== '') return undefined;
  const matter = MATTERS.find(({ key }) => key === form?.get('key'));
  if (form !== undefined && matter === undefined) return undefined;
  const started = matter && (await startAgain(world, matter.key));
  const rows = MATTERS.map(
    ({ key, about, initiator }) => html`<tr><td>${about}</td><td>${personName(initiator)}</td>
<td><button name="key" value="${key}">Start</button></td></tr>`,
  );
  return {
    title: 'Matters',
    content: html`${started === undefined ? [] : [html`<p role="status">${started}</p>`]}
<p>Each starts one more process, with its first task in the inbox of who wants it.</p>
<form method="post"><table>${rows}</table></form>`,
  };
};

async function startAgain(world: DemoWorld, key: string): Promise<string> {
  const matter = MATTERS.find((each) => each.key === key);
  if (matter === undefined) return '';
  const all = await world.bridge.instances.list({ processId: matter.process, limit: 10_000 });
  const before = all.filter(({ businessKey }) => businessKey?.startsWith(`${key}/`)).length;
  const businessKey = `${key}/${before + 2}`;
  await startMatter(world, matter, businessKey);
  return `${matter.about} is started as ${businessKey}: ${personName(matter.initiator)} has the first task.`;
}
