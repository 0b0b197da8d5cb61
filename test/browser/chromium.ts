import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';

export interface Visit {
  readonly page: Page;
  /** Every address outside this machine that the page asked for; none of them was reached. */
  readonly outside: readonly string[];
  /** What went wrong in the page: uncaught errors, and errors on its console. */
  readonly troubles: string[];
}

/** A browser that reaches this machine only, with a fresh profile. */
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
      // Nothing but this machine has an address.
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
    ],
  });
}

export async function visit(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const page = await context.newPage();
  const outside: string[] = [];
  const troubles: string[] = [];
  page.on('request', (request) => {
    if (!/^(http:\/\/127\.0\.0\.1:|blob:|data:)/.test(request.url())) outside.push(request.url());
  });
  page.on('pageerror', (error) => troubles.push(error.message));
  page.on('console', (message) => message.type() === 'error' && troubles.push(message.text()));
  await page.goto(url);
  return { page, outside, troubles };
}
