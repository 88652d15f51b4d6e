/** What a person does in the inbox and sees there, by the roles and names that assistive technology gets. */
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** Long, for a busy machine; whatever is waited for comes at once. */
const WITHIN = { timeout: 30_000 };

/** Waits until what is read is as expected. */
export function eventually<T>(read: () => Promise<T> | T) {
  return expect.poll(read, WITHIN);
}

/** A list, or a part of the traffic, by its link. */
export const tab = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('navigation', { name: /^(Lists|What is shown)$/ }).getByRole('link', { name });

/** A list by its name, such as `Pending tasks`. */
export const list = (page: Page, name: string): Locator => page.getByRole('list', { name });

/** Rows of it are links. */
export const row = (page: Page, listName: string, name: string | RegExp): Locator =>
  list(page, listName).getByRole('link', { name });

/** What stands beside the list. */
export const detail = (page: Page): Locator => page.getByRole('article');

export const opinion = (page: Page): Locator => detail(page).getByRole('textbox', { name: 'Opinion' });

export const history = (page: Page): Locator => page.getByRole('region', { name: 'History' });

/** The lines of the history without their times, which nobody can foresee. */
export async function readHistory(page: Page): Promise<string[]> {
  const lines = await history(page).getByRole('listitem').all();
  return Promise.all(
    lines.map(async (line) => {
      const [time = ''] = await line.getByRole('time').allInnerTexts();
      return (await line.innerText()).replace(time, '').replaceAll(/\s+/g, ' ').trim();
    }),
  );
}

/** The diagram in which these nodes are marked as current, and these as done, as it is told to those who do not see it. */
export const diagram = (page: Page, now: string): Locator =>
  page.getByRole('img', { name: new RegExp(`^Process diagram\\. Now at: ${now}\\.`) });

/** Elements of the diagram have no roles: by their ids in the file. */
export const drawn = (page: Page, id: string): Locator => page.locator(`[data-element-id="${id}"]`);

/** Says whose inbox it is, and leads to others. */
export const account = (page: Page, name = ''): Locator =>
  page.getByRole('button', { name: new RegExp(`${name}.*choose another account`, 'i') });

/** Looks at the same screen as somebody else. */
export async function becomes(page: Page, name: string): Promise<void> {
  await account(page).click();
  const dialog = page.getByRole('dialog', { name: 'Choose an account' });
  await dialog.getByRole('searchbox').fill(name);
  await dialog.getByRole('button', { name }).click();
  await account(page, name).waitFor();
}

/** Presses a button of the open task with an opinion. */
export async function decide(page: Page, button: string, opinion?: string): Promise<void> {
  if (opinion !== undefined) await page.getByRole('textbox', { name: 'Opinion' }).fill(opinion);
  await detail(page).getByRole('button', { name: button, exact: true }).click();
}

/** What came of the latest press of a button. */
export const result = (page: Page, button: string, outcome = 'accepted'): Locator =>
  detail(page).getByRole('region', { name: `${button}: ${outcome}` });

/** Opens a pending task and presses a button of it; the business system takes it. */
export async function handlePending(page: Page, task: string, button: string, opinion?: string): Promise<void> {
  await row(page, 'Pending tasks', task).click();
  await page.getByRole('heading', { name: task, level: 2 }).waitFor();
  await decide(page, button, opinion);
  await result(page, button).getByText('Its report has arrived.').waitFor();
}
