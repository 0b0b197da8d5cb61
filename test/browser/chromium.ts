/* Chromium for pages that may reach this machine only: what they request elsewhere and their errors are recorded. */

import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Locator, type Page } from 'playwright-core';
import { afterwards } from '../support/afterwards.js';

export interface Visit {
  readonly page: Page;
  /** The addresses outside this machine that the page requested. None of them was reached. */
  readonly outside: readonly string[];
  /** Uncaught errors of the page, and errors on its console. */
  readonly errors: string[];
}

/** Starts a browser with a fresh profile that can connect to this machine only. */
export function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    headless: true,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // No name but 127.0.0.1 resolves.
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
    ],
  });
}

/** Opens an address in a new context of the browser, which is closed when the test ends. @param prepare prepares the context before */
export async function visit(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
  prepare: (context: BrowserContext) => Promise<unknown> = async () => {},
): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  afterwards(() => context.close());
  await prepare(context);
  const page = await context.newPage();
  const outside: string[] = [];
  const errors: string[] = [];
  page.on('request', (request) => {
    if (!/^(http:\/\/127\.0\.0\.1:|blob:|data:)/.test(request.url())) outside.push(request.url());
  });
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await page.goto(url);
  return { page, outside, errors };
}

/** Whether the background of an element is light. */
export async function isLight(element: Locator): Promise<boolean> {
  const colour = await element.evaluate((one) => getComputedStyle(one).backgroundColor);
  return Number(/\d+/.exec(colour)) > 127;
}
