import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { readConfig } from '../dist/config/config.js';
import { createLog } from '../dist/server/telemetry/log.js';
import { start } from '../dist/assembly/start.js';

/*
 * Takes the screenshots in docs/: GraphiQL with a response, and the app on three phones. Run `npm run build` first. It needs
 * Chromium, and fonts with Chinese characters.
 */

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
const pictures = [];
for (const [section, colorScheme] of [
  ['schedule', 'light'],
  ['register', 'dark'],
  ['attendees', 'light'],
]) {
  const page = await open(`${url}#${section}`, { viewport: phone, colorScheme });
  if (section === 'register') {
    await page.getByLabel('Name').fill('Ada Berg');
    await page.getByRole('button', { name: 'Register' }).click();
    await page.getByText('The form asks for a value.').first().waitFor();
  }
  if (section === 'attendees') {
    await page.getByRole('button', { name: '700002' }).click();
    await page.getByRole('article').waitFor();
  }
  await page.locator('main :is(li, form)').first().waitFor();
  await page.evaluate(() => scrollTo(0, 0));
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
