/*
 * Takes the screenshots in docs/: GraphiQL with a response, and the app on three phones. Run `npm run build` first. It needs
 * Chromium, and fonts with Chinese characters.
 */

import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { readConfig } from '../dist/config/config.js';
import { start } from '../dist/program/start.js';
import { createLog } from '../dist/server/telemetry/log.js';

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});

async function open(url, options) {
  const page = await (await browser.newContext(options)).newPage();
  await page.goto(url);
  return page;
}

const config = readConfig({ PORT: '0', ADMIN_PORT: '0', LOG_LEVEL: 'warn' });
const program = await start(config, createLog(config.log));
const graphiql = await open(program.url, { viewport: { width: 1280, height: 720 } });
await graphiql.getByRole('button', { name: 'Show Documentation Explorer' }).click();
await graphiql.getByRole('link', { name: 'Query', exact: true }).click();
await graphiql.getByRole('button', { name: /^Execute query/ }).click();
await graphiql.locator('.graphiql-response').getByText('"totalCount"').waitFor();
await graphiql.mouse.move(640, 700);
await graphiql.waitForTimeout(500);
await graphiql.screenshot({ path: at('docs/graphiql.png') });
await program.close();

const served = spawn(process.execPath, [at('examples/app/serve.mjs')], {
  env: { ...process.env, PORT: '0' },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const url = await new Promise((ready) => served.stdout.once('data', (line) => ready(/at (\S+),/.exec(line)[1])));
const phone = { width: 390, height: 760 };

async function signIn(page, mobile) {
  await page.getByRole('link', { name: 'Sign in' }).first().click();
  await page.getByLabel('Mobile number').fill(mobile);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** What is now and next at half past nine at the venue, on the second day. */
async function now(page) {
  const today = await page.getByRole('tabpanel').getByRole('heading', { level: 2 }).innerText();
  await page.clock.setFixedTime(new Date(Date.parse(`${today} 09:30 UTC`) - 8 * 3_600_000));
  await page.getByRole('link', { name: 'Now' }).click();
  await page.getByRole('heading', { name: 'Tickets' }).waitFor();
}

async function badge(page) {
  await signIn(page, '10000700002');
  await page.locator('.badge svg').waitFor();
}

async function registration(page) {
  await signIn(page, '10000955501');
  await page.getByLabel('Name').fill('Ada Berg');
  await page.getByRole('button', { name: 'Register' }).click();
  await page.getByText('Please fill this in.').first().waitFor();
}

const pictures = [];
for (const [section, colorScheme, show] of [
  ['schedule', 'light', now],
  ['badge', 'light', badge],
  ['badge', 'dark', registration],
]) {
  const page = await open(`${url}#${section}`, { viewport: phone, colorScheme });
  await show(page);
  await page.evaluate(() => scrollTo(0, 0));
  await page.waitForTimeout(500);
  pictures.push((await page.screenshot()).toString('base64'));
}
served.kill();

const side = await open('about:blank', { viewport: { width: 3 * phone.width + 4 * 16, height: phone.height + 32 } });
const images = pictures.map(
  (data) => `<img src="data:image/png;base64,${data}" style="border: 1px solid #8886; border-radius: 12px; width: ${phone.width}px">`,
);
await side.setContent(`<body style="margin: 16px; display: flex; gap: 16px">${images.join('')}</body>`);
await side.screenshot({ path: at('docs/app.png'), omitBackground: true });
await browser.close();
