import { describe, expect, test } from 'vitest';
import { bpmn, callActivity, end, process, start, userTask } from '../support/bpmn-xml.ts';
import { freePort } from '../support/free-port.ts';
import { DEMO_APP_ID } from '../support/inner/cli.ts';
import { usePages } from './open-page.ts';
import { diagram, drawn, eventually } from './page-steps.ts';
import type { Inbox } from './start-inbox.ts';

const CALLED = process(
  'inner',
  [start(), userTask('check', { name: 'Check', assignee: 'bo' }), end()],
  'start > check > end',
);
const CALLING = process(
  'outer',
  [start(), callActivity('call', 'inner', { name: 'Let it be checked' }), end()],
  'start > call > end',
);
const PLANE = `<bpmndi:BPMNDiagram id="diagram"><bpmndi:BPMNPlane id="plane" bpmnElement="outer">
<bpmndi:BPMNShape id="start-shape" bpmnElement="start"><dc:Bounds x="100" y="100" width="36" height="36"/></bpmndi:BPMNShape>
<bpmndi:BPMNShape id="call-shape" bpmnElement="call"><dc:Bounds x="200" y="78" width="100" height="80"/></bpmndi:BPMNShape>
</bpmndi:BPMNPlane></bpmndi:BPMNDiagram>`;
const SPACES = [
  'xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI"',
  'xmlns:dc="http://www.omg.org/spec/DD/20100524/DC"',
].join(' ');

async function beginLeave(inbox: Inbox): Promise<string> {
  await inbox.begin('leave-approval', 'anna', 'LEAVE-1', { manager: 'bo', days: 1 });
  return `/anna/pending/${inbox.pending('anna', 'apply').taskId}`;
}

describe('the diagram of a task', () => {
  const pages = usePages();

  test('is drawn with the mark of bpmn.io, and moved and made larger by keys and buttons', async () => {
    const inbox = await pages.start();
    const page = await pages.open(inbox, await beginLeave(inbox));
    await diagram(page, 'Apply').waitFor();
    const mark = page.getByTitle('Powered by bpmn.io');
    await mark.scrollIntoViewIfNeeded();
    await eventually(() => mark.isVisible()).toBe(true);

    const widthOf = async () => (await drawn(page, 'apply').boundingBox())?.width ?? 0;
    const before = await widthOf();
    await page.getByRole('button', { name: 'Zoom in' }).click();
    const larger = await widthOf();
    expect(larger).toBeGreaterThan(before);
    await diagram(page, 'Apply').focus();
    await page.keyboard.press('-');
    await page.keyboard.press('-');
    expect(await widthOf()).toBeLessThan(larger);
    const x = (await drawn(page, 'apply').boundingBox())?.x ?? 0;
    await page.keyboard.press('ArrowRight');
    expect((await drawn(page, 'apply').boundingBox())?.x).toBeLessThan(x);
    await page.getByRole('button', { name: 'Fit to width' }).click();
    await inbox.handle('anna', 'apply', 'Submit');
    await diagram(page, 'Manager approval').waitFor();
  });

  test('stays readable on a phone once all is done, and begins with the start of the process', async () => {
    const inbox = await pages.start();
    const address = (await beginLeave(inbox)).replace('pending', 'handled');
    await inbox.handle('anna', 'apply', 'Submit');
    await inbox.handle('bo', 'manager-approval', 'Approve');
    const page = await pages.open(inbox, address, { viewport: { width: 390, height: 844 } });
    // The first node is drawn in the left half of the screen, and a task is not much smaller than in the file (100).
    await eventually(async () => (await drawn(page, 'leave-wanted').boundingBox())?.x).toBeLessThan(195);
    expect((await drawn(page, 'leave-wanted').boundingBox())?.x).toBeGreaterThan(0);
    expect((await drawn(page, 'apply').boundingBox())?.width).toBeGreaterThan(55);
  });

  test('is shown whole again where its place gets another size', async () => {
    const inbox = await pages.start();
    const page = await pages.open(inbox, await beginLeave(inbox), { viewport: { width: 390, height: 844 } });
    await diagram(page, 'Apply').waitFor();
    await page.setViewportSize({ width: 1280, height: 1200 });
    const frame = page.locator('.diagram-frame');
    const isInside = async (id: string) => {
      const [inner, outer] = [await drawn(page, id).boundingBox(), await frame.boundingBox()];
      if (inner === null || outer === null) return false;
      return (
        inner.x >= outer.x &&
        inner.x + inner.width <= outer.x + outer.width &&
        inner.y >= outer.y &&
        inner.y + inner.height <= outer.y + outer.height
      );
    };
    for (const id of ['leave-wanted', 'apply', 'director-approval', 'approved']) {
      await eventually(() => isInside(id)).toBe(true);
    }
  });

  test('is not missed where the business system gives none', async () => {
    const inbox = await pages.start();
    inbox.center.setDiagramUrl(DEMO_APP_ID, undefined);
    const page = await pages.open(inbox, await beginLeave(inbox), { mayBeRefused: true });
    const section = page.getByRole('region', { name: 'Progress' });
    await section.getByText('The business system has no diagram').waitFor();
    expect(await section.getByRole('button').count()).toBe(0);
    await page.getByRole('button', { name: 'Submit' }).waitFor();
  });

  test('is fetched again after a failure, and one of before is shown as that', async () => {
    const inbox = await pages.start();
    const nobody = `http://127.0.0.1:${await freePort()}/diagram`;
    inbox.center.setDiagramUrl(DEMO_APP_ID, nobody);
    const page = await pages.open(inbox, await beginLeave(inbox), { mayBeRefused: true });
    const section = page.getByRole('region', { name: 'Progress' });
    await section.getByText('The diagram could not be fetched').waitFor();
    await section.getByRole('button', { name: 'Try again' }).click();
    await section.getByText('The diagram could not be fetched').waitFor();
    inbox.center.setDiagramUrl(DEMO_APP_ID, inbox.bridge.diagramUrl());
    await diagram(page, 'Apply').waitFor();
    const stale = section.getByText('The business system no longer gives the diagram: this is how it was before.');
    expect(await stale.count()).toBe(0);
    inbox.center.setDiagramUrl(DEMO_APP_ID, nobody);
    await stale.waitFor();
    await diagram(page, 'Apply').waitFor();
    inbox.center.setDiagramUrl(DEMO_APP_ID, inbox.bridge.diagramUrl());
    await stale.waitFor({ state: 'detached' });
  });

  test('is reported as missing if the file has no layout', async () => {
    const inbox = await pages.start();
    await inbox.bridge.deploy(bpmn(CALLED));
    await inbox.begin('inner', 'anna', 'INNER-1', {});
    const page = await pages.open(inbox, `/bo/pending/${inbox.pending('bo', 'check').taskId}`);
    await page.getByText('This process has no diagram').waitFor();
  });

  test('of a called process marks the call, which is what the diagram has', async () => {
    const inbox = await pages.start();
    await inbox.bridge.deploy(bpmn(CALLED));
    const file = bpmn(CALLING).replace('<definitions ', `<definitions ${SPACES} `);
    await inbox.bridge.deploy(file.replace('</definitions>', `${PLANE}</definitions>`));
    await inbox.begin('outer', 'anna', 'OUTER-1', {});
    const [task] = inbox.center.pending('bo');
    const page = await pages.open(inbox, `/bo/pending/${task?.taskId}`);
    await diagram(page, 'Let it be checked').waitFor();
    await eventually(() => drawn(page, 'call').getAttribute('class')).toMatch(/\bis-current\b/);
  });
});
