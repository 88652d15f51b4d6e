import type { Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import type { TaskHandlingItem } from '../../src/index.ts';
import { createWorld, type World } from '../bridge/world.ts';
import { type BpmnNode, end, processFile, start, userTask } from '../support/bpmn-xml.ts';
import { en, zh } from './dictionaries.ts';
import { usePages } from './open-page.ts';
import { decide, detail, eventually, history, readHistory, result, row } from './page-steps.ts';

const MAY_BE = { 'ttc:canDelegate': '1' };
const SUSPEND = '<ttc:action key="suspend" name="Suspend" type="HANG_UP" />';

let world: World;
afterEach(() => world?.[Symbol.asyncDispose]());

/** A bridge that believes the center, and a process that waits at its first task. */
async function begin(...tasks: BpmnNode[]): Promise<{ inbox: { center: World['sandbox'] }; taskId: string }> {
  world = await createWorld({ bridge: { identity: 'trust-center' }, callback: { diagrams: true } });
  world.sandbox.setDiagramUrl('approvals', world.bridge.diagramUrl());
  const flow = ['start', ...tasks.map(({ id }) => id), 'end'].join(' > ');
  await world.bridge.deploy(processFile([start(), ...tasks, end()], flow, { id: 'p' }));
  return { inbox: { center: world.sandbox }, taskId: await beginAnother() };
}

async function beginAnother(): Promise<string> {
  const { instanceId } = await world.bridge.start('p', { initiator: 'anna', initiatorName: 'Anna Berg' });
  await world.bridge.idle();
  return `${instanceId}.1`;
}

const control = (page: Page) => detail(page).getByRole('button', { name: 'Delegate', exact: true });
const choice = (page: Page) => page.getByRole('dialog', { name: 'Delegate to' });
/** What stands beside the name of a fact. */
const fact = (page: Page, name: string) =>
  detail(page).locator('dl > div', { has: page.getByText(name, { exact: true }) });

describe('a task that may be delegated', () => {
  const pages = usePages();

  test('is delegated without a mouse, found by the delegate, and reported in their name', async () => {
    const check = userTask('check', { assignee: 'bo', name: 'Check', attributes: MAY_BE });
    const { inbox, taskId } = await begin(check, userTask('file', { assignee: 'anna', name: 'File' }));
    const ofChen = await pages.open(inbox, '/chen/pending');
    await ofChen.getByText('No pending tasks').waitFor();
    const ofBo = await pages.open(inbox, `/bo/pending/${taskId}`);
    await fact(ofBo, 'Delegated to').getByText('no one').waitFor();

    await control(ofBo).press('Enter');
    const search = choice(ofBo).getByRole('searchbox');
    const hasFocus = (it: typeof search) => it.evaluate((each) => each === each.ownerDocument.activeElement);
    await eventually(() => hasFocus(search)).toBe(true);
    await ofBo.keyboard.press('Escape');
    await choice(ofBo).waitFor({ state: 'detached' });
    expect(await hasFocus(control(ofBo))).toBe(true);
    expect(world.pending()).toEqual(['bo:check']);

    await ofBo.keyboard.press('Enter');
    await eventually(() => hasFocus(search)).toBe(true);
    await ofBo.keyboard.type('chen');
    await eventually(() => choice(ofBo).getByRole('listitem').count()).toBe(1);
    await ofBo.keyboard.press('Enter');
    await choice(ofBo).waitFor({ state: 'detached' });
    await eventually(() => hasFocus(control(ofBo))).toBe(true);
    await ofBo.getByRole('status').getByText('Delegated to Chen Wei').waitFor();
    await fact(ofBo, 'Delegated to').getByText('Chen Wei').waitFor();
    await fact(ofBo, 'Handlers').getByText('Bo Lindqvist').waitFor();
    await eventually(() => readHistory(ofBo)).toEqual([
      'Anna Berg started it',
      'Bo Lindqvist delegated Check to Chen Wei',
      expect.stringMatching(/^Check waits for Bo Lindqvist \(delegated to Chen Wei\)/),
    ]);

    await row(ofChen, 'Pending tasks', /Check.*delegated by Bo Lindqvist/s).click();
    await detail(ofChen).getByText('Bo Lindqvist delegated this task to you.').waitFor();
    await fact(ofChen, 'Handlers').getByText('Bo Lindqvist').waitFor();
    await decide(ofChen, 'Handle', 'Instead of Bo.');
    await result(ofChen, 'Handle').waitFor();
    await detail(ofBo).getByText('This task is in none of the lists of Bo Lindqvist.').waitFor();
    expect(await control(ofBo).count()).toBe(0);
    await history(ofBo).getByText('Chen Wei handled Check').waitFor();

    await world.bridge.idle();
    const reported = world.sandbox.traffic
      .filter(({ call, direction }) => call === 'taskHandle' && direction === 'in')
      .flatMap(({ body }) => body as TaskHandlingItem[]);
    expect(reported.at(-1)).toMatchObject({
      handler: 'chen',
      previousTaskId: taskId,
      handleOpinions: 'Instead of Bo.',
    });
    expect(world.pending()).toEqual(['anna:file']);
  });

  test('is offered only by its handlers, and only to accounts that do not have it', async () => {
    const check = userTask('check', { groups: 'managers', name: 'Check', attributes: MAY_BE, extensions: SUSPEND });
    const { inbox, taskId } = await begin(check, userTask('file', { assignee: 'bo', name: 'File' }));
    const ofBo = await pages.open(inbox, `/bo/pending/${taskId}`);
    await control(ofBo).click();
    const names = () => choice(ofBo).getByRole('listitem').locator('strong').allInnerTexts();
    await eventually(names).toEqual(['Anna Berg', 'Dara Okafor', 'Emil Novak', 'Fatima Rossi', 'Gu Min']);
    world.sandbox.delegate(taskId, { from: 'chen', to: 'dara' });
    await eventually(names).toEqual(['Anna Berg', 'Emil Novak', 'Fatima Rossi', 'Gu Min']);
    await choice(ofBo)
      .getByRole('button', { name: /Gu Min/ })
      .click();
    await fact(ofBo, 'Delegated to').getByText('Dara Okafor, Gu Min').waitFor();

    const ofAnna = await pages.open(inbox, `/anna/initiated`);
    await row(ofAnna, 'Transactions you started', /./).click();
    await history(ofAnna).getByText('Bo Lindqvist delegated Check to Gu Min').waitFor();
    expect(await control(ofAnna).count()).toBe(0);

    await decide(ofBo, 'Suspend');
    await detail(ofBo).getByText('This task is suspended.').waitFor();
    expect(await control(ofBo).count()).toBe(0);
  });

  test('has no such control where the diagram does not say so', async () => {
    const { inbox, taskId } = await begin(userTask('check', { assignee: 'bo', name: 'Check' }));
    const ofBo = await pages.open(inbox, `/bo/pending/${taskId}`);
    await fact(ofBo, 'Handlers').getByText('Bo Lindqvist').waitFor();
    expect([await control(ofBo).count(), await fact(ofBo, 'Delegated to').count()]).toEqual([0, 0]);
  });

  test('is unchanged if the sandbox does not answer, and the next attempt works', async () => {
    const check = userTask('check', { assignee: 'bo', name: 'Check', attributes: MAY_BE });
    const { inbox, taskId } = await begin(check);
    const ofBo = await pages.open(inbox, `/bo/pending/${taskId}`, { mayBeRefused: true });
    let isDown = true;
    await ofBo.route('**/delegate', (route) => (isDown ? route.abort() : route.continue()));
    await control(ofBo).click();
    await choice(ofBo)
      .getByRole('button', { name: /Chen Wei/ })
      .click();
    await choice(ofBo).getByRole('alert').getByText('The sandbox does not answer').waitFor();
    isDown = false;
    await choice(ofBo)
      .getByRole('button', { name: /Chen Wei/ })
      .click();
    // The list of people stands beside the fact, and names them too.
    await choice(ofBo).waitFor({ state: 'detached' });
    await fact(ofBo, 'Delegated to').getByText('Chen Wei').waitFor();
    expect(world.pending().toSorted()).toEqual(['bo:check', 'chen:check']);
  });

  test.each([
    { locale: 'en-GB', texts: en.delegate },
    { locale: 'zh-CN', texts: zh.delegate },
  ])('moves nothing on the page, in $locale, on a desktop, a tablet and a phone', async ({ locale, texts }) => {
    const { inbox } = await begin(userTask('check', { assignee: 'bo', name: 'Check', attributes: MAY_BE }));
    for (const width of [1280, 900, 390]) {
      const viewport = { width, height: 800 };
      const page = await pages.open(inbox, `/bo/pending/${await beginAnother()}`, { locale, viewport });
      const button = detail(page).getByRole('button', { name: texts.start, exact: true });
      const handle = detail(page).getByRole('button', { name: 'Handle', exact: true });
      const before = { button: await button.boundingBox(), handle: await handle.boundingBox() };
      await button.click();
      const panel = page.getByRole('dialog', { name: texts.title });
      await panel.getByRole('button', { name: /Chen Wei/ }).waitFor();
      expect({ button: await button.boundingBox(), handle: await handle.boundingBox() }).toEqual(before);
      const [box, pane] = [await panel.boundingBox(), await detail(page).boundingBox()];
      expect({ width, isLeft: (box?.x ?? 0) >= (pane?.x ?? 0) }).toEqual({ width, isLeft: true });
      const right = ({ x = 0, width: own = 0 } = {}) => x + own;
      expect(right(box ?? {})).toBeLessThanOrEqual(right(pane ?? {}));
      await panel.getByRole('button', { name: /Chen Wei/ }).click();
      await panel.waitFor({ state: 'detached' });
      await fact(page, texts.to).getByText('Chen Wei').waitFor();
      expect((await handle.boundingBox())?.y).toBe(before.handle?.y);
    }
  });
});
