import { describe, expect, test } from 'vitest';
import { en, zh } from './dictionaries.ts';
import { usePages } from './open-page.ts';
import { decide, eventually } from './page-steps.ts';

describe('what a person has chosen', () => {
  const pages = usePages();

  test('the language changes at once, also in the open entry, and is kept when the page is reloaded', async () => {
    const inbox = await pages.start();
    await inbox.begin('leave-approval', 'anna', 'LEAVE-1', { manager: 'bo', days: 1 });
    const page = await pages.open(inbox, `/anna/pending/${inbox.pending('anna', 'apply').taskId}`);
    await page.getByRole('textbox', { name: en.buttons.opinion }).fill('写了一半');
    await page.getByRole('button', { name: /^中文/ }).click();
    await page.getByRole('heading', { name: zh.history.title }).waitFor();
    await eventually(() => page.locator('html').getAttribute('lang')).toBe('zh-CN');
    await eventually(() => page.getByRole('textbox', { name: zh.buttons.opinion }).inputValue()).toBe('写了一半');
    await decide(page, 'Submit');
    await page.getByText(zh.press.accepted('Submit')).first().waitFor();
    await page.reload();
    await page.getByRole('heading', { name: zh.history.title }).waitFor();
    await page.getByRole('button', { name: /^EN/ }).click();
    await page.getByRole('heading', { name: en.history.title }).waitFor();
    await eventually(() => page.locator('html').getAttribute('lang')).toBe('en-GB');
  });

  test('the colours are those of the system, until light or dark is chosen', async () => {
    const inbox = await pages.start();
    const page = await pages.open(inbox, '/bo/pending', { colorScheme: 'dark' });
    const ground = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
    const dark = await ground();
    await page.emulateMedia({ colorScheme: 'light' });
    await eventually(ground).not.toBe(dark);
    const light = await ground();

    await page.getByRole('button', { name: 'Colours: system. Change' }).click();
    await page.getByRole('button', { name: 'Colours: light. Change' }).waitFor();
    await page.emulateMedia({ colorScheme: 'dark' });
    await eventually(ground).toBe(light);
    await page.getByRole('button', { name: 'Colours: light. Change' }).click();
    await page.emulateMedia({ colorScheme: 'light' });
    await eventually(ground).toBe(dark);
    await page.reload();
    await page.getByRole('button', { name: 'Colours: dark. Change' }).waitFor();
    expect(await ground()).toBe(dark);
  });
});
