// Opens an address in Firefox and prints as JSON what the page shows there; puppeteer-core lies in .tools.
import { createRequire } from "node:module";
import { join } from "node:path";

const [tools, firefox, address, script] = process.argv.slice(2);
const puppeteer = createRequire(join(tools, "puppeteer", "package.json"))("puppeteer-core");
const browser = await puppeteer.launch({ browser: "firefox", executablePath: firefox, headless: true });
try {
  const page = await browser.newPage();
  const complaints = [];
  page.on("pageerror", (error) => complaints.push(String(error)));
  await page.setViewport({ width: 1280, height: 800 });
  await page.goto(address, { waitUntil: "domcontentloaded" });
  await page.waitForFunction("document.body.dataset.game", { timeout: 20000 });
  console.log(JSON.stringify([await page.evaluate(script), complaints]));
} finally {
  await browser.close();
}
