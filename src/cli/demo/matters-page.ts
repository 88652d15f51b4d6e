import { html } from './html.ts';
import type { Page } from './page.ts';
import { type DemoWorld, startMatter } from './start-demo-matters.ts';

/** The start page of the business system: every matter can be started again. */
export const mattersPage: Page = async (world, id, form) => {
  if (id !== '') return undefined;
  const { matters, say, personName } = world.company;
  const matter = matters.find(({ key }) => key === form?.get('key'));
  if (form !== undefined && matter === undefined) return undefined;
  const started = matter && (await startAgain(world, matter.key));
  const rows = matters.map(
    ({ key, about, initiator }) => html`<tr><td>${about}</td><td>${personName(initiator)}</td>
<td><button name="key" value="${key}">${say('Start')}</button></td></tr>`,
  );
  return {
    title: say('Matters'),
    content: html`${started === undefined ? [] : [html`<p role="status">${started}</p>`]}
<p>${say('Each starts one more process, with its first task in the inbox of who wants it.')}</p>
<form method="post"><table>${rows}</table></form>`,
  };
};

async function startAgain(world: DemoWorld, key: string): Promise<string> {
  const { matters, say, personName } = world.company;
  const matter = matters.find((each) => each.key === key);
  if (matter === undefined) return '';
  const all = await world.bridge.instances.list({ processId: matter.process, limit: 10_000 });
  const before = all.filter(({ businessKey }) => businessKey?.startsWith(`${key}/`)).length;
  const businessKey = `${key}/${before + 2}`;
  await startMatter(world, matter, businessKey);
  const name = personName(matter.initiator);
  return say('{about} is started as {key}: {name} has the first task.', {
    about: matter.about,
    key: businessKey,
    name,
  });
}
