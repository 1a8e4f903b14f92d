// An emulated Raspberry Pi Pico in lockstep with a program at the other end of a pipe: emulated time passes only when it
// is asked for, so that figures do not depend on the machine. rp2040js 1.4.1 is the chip; what it lacks is put right here.
//
//     node chip.mjs NODE_FOLDER IMAGE ROM FLASH OPTIONS
//
// NODE_FOLDER has node_modules/rp2040js; IMAGE is MicroPython (.uf2 or .bin), ROM the RP2040's boot ROM (.bin, or any text
// with its words in hexadecimal), FLASH the file system behind the program. OPTIONS is a JSON object:
//
//     xip      cycles that a miss of the flash's cache costs; 0: none are counted
//     chips    the number of 74HC165 in the chain
//     eraseMs  how long the flash takes to erase a sector of 4 KiB
//     usbUs    how long a packet from the board waits until the host takes it
//     strip    whether to watch the data of the lamps; that takes time
//
// One JSON object a line:
//
//     in     {"until": us, "do": [[us, what, ...], ...], "stop": true}
//     out    {"now": us, "slept": us of all so far, "seen": [[us, what, ...], ...]}
//
// to do: ["send", hex], ["contact", number, level], ["pin", number, level or null], ["adc", channel, 0 to 4095],
//        ["stall", 0|1], ["reset"]
// seen:  ["usb"], ["line", text], ["pin", number, level], ["reset", why], ["picture", hex, faults], see Strip
// With "stop" it comes back as soon as the board has said a whole line or USB is up.

import fs from "node:fs";
import readline from "node:readline";

const [folder, image, rom, files, given] = process.argv.slice(2);
const options = JSON.parse(given);
const library = `${folder}/node_modules/rp2040js/dist/esm`;
const {
  RP2040, GPIOPinState, ConsoleLogger, LogLevel, DescriptorType, DataDirection, SetupType, SetupRecipient,
  createSetupPacket, getDescriptorPacket, setDeviceAddressPacket, setDeviceConfigurationPacket,
} = await import(`${library}/index.js`);
const { SimulationClock } = await import(`${library}/clock/simulation-clock.js`);
const { extractEndpointNumbers } = await import(`${library}/usb/cdc.js`);

const FLASH_BYTES = 2 * 1024 * 1024;
const FILES_AT = 0xa0000;
const PAGE_PROGRAM_NS = 400e3;
const [CHAIN_OUT, CHAIN_LOAD, CHAIN_CLOCK, CHAIN_IN] = [16, 17, 18, 19]; // hardware/pins.toml
const WATCHED = [7]; // the servo's power
const LED_DATA = 2;

// A USB host with a serial port that is open. It can stop reading.
class Host {
  constructor(pico) {
    this.pico = pico;
    this.out = [];
    this.room = null;
    this.ready = false;
    this.stalled = false;
    this.held = []; // packets that the host has not taken yet
    this.descriptor = [];
    this.descriptorSize = null;
    this.inEnd = this.outEnd = -1;
    const usb = (this.usb = pico.mcu.usbCtrl);
    usb.onUSBEnabled = () => usb.resetDevice();
    usb.onResetReceived = () => usb.sendSetupPacket(setDeviceAddressPacket(1));
    usb.onEndpointWrite = (end, bytes) => this.received(end, bytes);
    usb.onEndpointRead = (end, size) => {
      if (end !== this.outEnd) return;
      this.room = size;
      this.pump();
    };
    const updated = usb.DPRAMUpdated.bind(usb);
    this.release = () => this.stalled || this.held.splice(0).forEach(([offset, value]) => updated(offset, value));
    const taken = pico.clock.createAlarm(this.release);
    usb.DPRAMUpdated = (offset, value) => {
      const sending = this.inEnd > 0 && offset === 0x80 + this.inEnd * 8 && value & 0x400;
      if (!sending || !(this.stalled || options.usbUs)) return updated(offset, value);
      this.held.push([offset, value]);
      taken.schedule(1e3 * options.usbUs);
    };
    this.startOfFrames();
  }

  startOfFrames() {
    const { usb } = this;
    const read = usb.readUint32.bind(usb);
    usb.readUint32 = (offset) => {
      if (offset === 0x48) {
        usb.intRaw &= ~(1 << 17);
        usb.checkInterrupts();
      }
      return read(offset);
    };
    const frame = this.pico.clock.createAlarm(() => {
      if (this.ready && usb.intEnable & (1 << 17)) {
        usb.sofFrameNumber = (usb.sofFrameNumber + 1) & 0x7ff;
        usb.intRaw |= 1 << 17;
        usb.checkInterrupts();
      }
      frame.schedule(1e6);
    });
    frame.schedule(1e6);
  }

  received(end, bytes) {
    if (end === this.inEnd && bytes.length) this.pico.said(bytes);
    if (end !== 0) return;
    const ask = (size) => this.usb.sendSetupPacket(getDescriptorPacket(DescriptorType.Configration, size));
    if (bytes.length === 0) {
      if (this.descriptorSize === null) ask(9);
      else if (!this.ready) {
        this.ready = true;
        this.open();
        this.pico.see("usb");
      }
    } else if (bytes.length === 9 && bytes[1] === DescriptorType.Configration && this.descriptorSize === null) {
      this.descriptorSize = (bytes[3] << 8) | bytes[2];
      ask(this.descriptorSize);
    } else if (this.descriptorSize !== null && this.descriptor.length < this.descriptorSize) {
      this.descriptor.push(...bytes);
      if (this.descriptor.length === this.descriptorSize) {
        ({ in: this.inEnd, out: this.outEnd } = extractEndpointNumbers(this.descriptor));
        this.usb.sendSetupPacket(setDeviceConfigurationPacket(1));
      }
    }
  }

  open() {
    const [dataDirection, type] = [DataDirection.HostToDevice, SetupType.Class];
    const ready = { dataDirection, type, recipient: SetupRecipient.Device, bRequest: 0x22, wValue: 3, wIndex: 0, wLength: 0 };
    this.usb.sendSetupPacket(createSetupPacket(ready));
  }

  stall(on) {
    this.stalled = on;
    this.release();
  }

  send(bytes) {
    this.out.push(...bytes);
    this.pump();
  }

  pump() {
    if (this.room === null || !this.out.length) return;
    const size = Math.min(this.room, this.out.length, 64);
    this.room = null;
    this.usb.endpointReadDone(this.outEnd, Uint8Array.from(this.out.splice(0, size)));
  }
}

// 74HC165s in a row: load while the load pin is low, shift on a rising clock; the serial input is the last one's.
class Chain {
  constructor(pico, count) {
    this.pico = pico;
    this.inputs = new Uint8Array(8 * count).fill(1);
    this.bits = [...this.inputs];
    pico.watch(CHAIN_LOAD, (level) => {
      this.loading = !level;
      if (this.loading) this.load();
    });
    pico.watch(CHAIN_CLOCK, (level) => {
      if (!level || this.loading) return;
      this.bits.push(pico.level(CHAIN_IN));
      this.bits.shift();
      this.show();
    });
    this.show();
  }

  set(number, level) {
    this.inputs[number] = level;
    if (this.loading) this.load();
  }

  load() {
    this.bits = [...this.inputs];
    this.show();
  }

  show() {
    this.pico.drive(CHAIN_OUT, this.bits[0]);
  }
}

// What a strip of WS2812B sees. `faults` counts what one of its data sheets (2013 to 2019) does not allow: a high level that
// is neither a 0 nor a 1, a low level between bits that some lamps take for the end, an end too short for others.
const ZERO_NS = [250, 380];
const ONE_NS = [650, 950];
const GAP_NS = 5e3;
const LATCH_NS = 280e3;

class Strip {
  constructor(pico) {
    this.pico = pico;
    this.clear();
    this.changedAt = pico.nanos;
    pico.watch(LED_DATA, (level) => {
      const ns = pico.nanos - this.changedAt;
      if (level) this.low(ns);
      else this.high(ns);
      this.changedAt = pico.nanos;
    });
  }

  clear() {
    [this.bytes, this.bits, this.faults] = [[], 0, 0];
  }

  high(ns) {
    const [shortest, longest] = ns < ONE_NS[0] ? ZERO_NS : ONE_NS;
    if (ns < shortest || ns > longest) this.faults++;
    if (this.bits % 8 === 0) this.bytes.push(0);
    if (ns >= ONE_NS[0]) this.bytes[this.bytes.length - 1] |= 128 >> this.bits % 8;
    this.bits++;
  }

  low(ns) {
    if (!this.bits) return;
    if (ns >= LATCH_NS) this.end();
    else if (ns > GAP_NS) this.faults++;
  }

  // Tell the picture once the end of its data can be seen.
  end() {
    if (!this.bits || this.pico.nanos - this.changedAt < LATCH_NS) return;
    if (this.bits % 24) this.faults++;
    this.pico.see("picture", Buffer.from(this.bytes).toString("hex"), this.faults);
    this.clear();
  }
}

// Emulated time with what the processor has done since the last look at alarms, PIO and plan: it runs until it is told to
// stop, which is when the next of these is due, or when it does something that may bring one forward.
class Clock extends SimulationClock {
  ahead = 0; // ns
  until = 0;

  get nanos() {
    return this.nanosCounter + this.ahead;
  }

  linkAlarm(ns, alarm) {
    this.until = 0;
    return super.linkAlarm(ns, alarm);
  }
}

class Pico {
  constructor() {
    this.seen = [];
    this.plan = []; // what is to be done, the next first
    this.text = "";
    this.driven = new Array(30).fill(null);
    this.analog = new Array(5).fill(0); // GPIO 26 to 29, the core's temperature
    this.watches = [];
    this.before = 0; // ns until the last reset
    this.offset = 0; // ns of the PIO's instruction before the present moment
    this.slept = 0; // ns
    this.flash = new Uint8Array(FLASH_BYTES).fill(0xff);
    loadImage(this.flash, fs.readFileSync(image));
    this.flash.set(fs.readFileSync(files), FILES_AT);
    this.power();
    this.chain = new Chain(this, options.chips);
    if (options.strip) this.strip = new Strip(this);
    this.drive(8, 1); // the servo's rail is good
    for (const pin of WATCHED) this.watch(pin, (level) => this.see("pin", pin, level));
  }

  get nanos() {
    return this.before + this.clock.nanos + this.offset;
  }

  see(...what) {
    this.seen.push([this.nanos / 1e3, ...what]);
    if (what[0] === "line" || what[0] === "usb") {
      this.news = true;
      this.clock.until = 0;
    }
  }

  said(bytes) {
    this.text += Buffer.from(bytes).toString("latin1");
    const lines = this.text.split("\n");
    this.text = lines.pop();
    for (const line of lines) this.see("line", line);
  }

  power(why) {
    const old = this.mcu;
    if (old) {
      this.flash.set(old.flash.subarray(0, FLASH_BYTES));
      this.before += this.clock.nanos;
      this.text = "";
    }
    this.clock = new Clock();
    const mcu = (this.mcu = new RP2040(this.clock));
    mcu.logger = new ConsoleLogger(LogLevel.Error, false);
    mcu.loadBootrom(loadRom(fs.readFileSync(rom)));
    mcu.flash.set(this.flash);
    mcu.adc.channelValues = this.analog;
    this.patchRom();
    const watchdog = mcu.peripherals[0x40058];
    if (old) {
      watchdog.scratchData.set(old.peripherals[0x40058].scratchData);
      watchdog.reason = old.peripherals[0x40058].reason;
      this.see("reset", why);
    }
    watchdog.onWatchdogTrigger = () => {
      watchdog.alarm.enable = watchdog.timer.enable = false; // or it would fire again at once, for ever
      this.due = "watchdog";
    };
    this.wait = 0;
    if (options.xip) this.patchCache(options.xip);
    this.patchSio();
    this.patchPio();
    this.host = new Host(this);
    mcu.gpio.forEach((pin, number) => {
      pin.addListener(() => this.changed(number));
      this.apply(number);
    });
    mcu.core.PC = 0x10000000;
  }

  // The boot ROM's flash functions take their time, and hold the processor but neither PIO nor DMA.
  patchRom() {
    const { mcu } = this;
    const view = new DataView(mcu.bootrom.buffer);
    const names = {};
    let at = 0xf0;
    for (let entry = view.getUint16(0x14, true); view.getUint16(entry, true); entry += 4) {
      const name = String.fromCharCode(view.getUint8(entry), view.getUint8(entry + 1));
      if (!["IF", "EX", "RE", "RP", "FC", "CX"].includes(name)) continue;
      const code = view.getUint16(entry + 2, true) & ~1;
      view.setUint16(code, 0xbe00 | at, true); // bkpt
      view.setUint16(code + 2, 0x4770, true); // bx lr
      names[at++] = name;
    }
    mcu.onBreak = (code) => {
      const [to, second, third] = mcu.core.registers.map((value) => value >>> 0);
      if (names[code] === "RE") {
        mcu.flash.fill(0xff, to, to + second);
        this.forget?.();
        this.hold((second / 4096) * 1e6 * options.eraseMs);
      } else if (names[code] === "RP") {
        for (let n = 0; n < third; n++) mcu.flash[to + n] &= mcu.readUint8(second + n);
        this.hold((third / 256) * PAGE_PROGRAM_NS);
      }
    };
  }

  hold(ns) {
    this.catchUp();
    for (let left = ns; left > 0; left -= 200) this.pass(Math.min(200, left));
  }

  // 16 KiB in two ways of lines of eight bytes.
  patchCache(cycles) {
    const { mcu } = this;
    const tags = new Int32Array(2048).fill(-1);
    const newer = new Uint8Array(1024);
    const touch = (address) => {
      const line = (address & 0xffffff) >>> 3;
      const set = line & 1023;
      if (tags[2 * set] === line) newer[set] = 0;
      else if (tags[2 * set + 1] === line) newer[set] = 1;
      else {
        newer[set] = 1 - newer[set];
        tags[2 * set + newer[set]] = line;
        this.wait += cycles;
      }
    };
    this.forget = () => tags.fill(-1);
    for (const name of ["readUint8", "readUint16", "readUint32"]) {
      const read = mcu[name].bind(mcu);
      mcu[name] = mcu.core[name] = (address) => {
        if (address >>> 24 === 0x10) touch(address);
        return read(address);
      };
    }
  }

  // Core 1 is not there; what resets it must get its answer.
  patchSio() {
    const { sio } = this.mcu;
    const psm = this.mcu.peripherals[0x40010];
    const [read, write, power] = [sio.readUint32.bind(sio), sio.writeUint32.bind(sio), psm.writeUint32.bind(psm)];
    const answers = [];
    psm.writeUint32 = (offset, value) => {
      const off = psm.frceOff;
      power(offset, value);
      if (offset === 4 && off & 0x10000 && !(psm.frceOff & 0x10000)) answers.push(0);
    };
    sio.readUint32 = (offset) => {
      if (offset === 0x50) return (answers.length ? 1 : 0) | 2;
      return offset === 0x58 ? (answers.shift() ?? 0) : read(offset);
    };
    sio.writeUint32 = (offset, value) => {
      if (offset !== 0x50 && offset !== 0x54) write(offset, value);
    };
  }

  // The package lets PIO run freely; here a machine runs in emulated time, with its clock divider and delays.
  patchPio() {
    const { mcu } = this;
    this.machines = [];
    this.cycles = 0; // not yet given to the machines
    this.next = Infinity; // cycles until one of them does something
    const flush = () => {
      this.catchUp();
      if (this.machines.length && !this.stepping && this.cycles > 0) this.stepMachines();
    };
    for (const pio of mcu.pio) {
      pio.run = () => {};
      for (const machine of pio.machines) patchMachine(pio, machine);
      const [read, write] = [pio.readUint32.bind(pio), pio.writeUint32.bind(pio)];
      pio.readUint32 = (offset) => {
        flush();
        return read(offset);
      };
      pio.writeUint32 = (offset, value) => {
        flush();
        write(offset, value);
        if (offset === 0) {
          for (const machine of pio.machines) machine.debt = machine.enabled ? (machine.debt ?? 0) : 0;
          this.machines = mcu.pio.flatMap((one) => one.machines.filter((machine) => machine.enabled));
        } else pio.checkChangedPins();
        this.next = 0;
      };
    }
  }

  stepMachines() {
    const ns = 1e9 / this.mcu.clkSys;
    const { cycles } = this;
    this.cycles = 0;
    this.next = Infinity;
    this.stepping = true;
    for (const machine of this.machines) {
      const { divider, pio } = machine;
      const starved = () => machine.waiting && [3, 5].includes(machine.waitType);
      // A jump to itself that counts x down does nothing else: as many rounds as there is time for are one step.
      const counting = () => machine.pc === machine.turned && pio.instructions[machine.pc] % 256 === 64 + machine.pc;
      machine.debt += cycles;
      while (machine.debt >= divider) {
        if (starved() && machine.txFIFO.empty) {
          machine.debt %= divider;
          break;
        }
        if (counting() && machine.x) {
          const rounds = Math.min(machine.x, Math.floor((machine.debt - divider) / machine.took) + 1);
          machine.x -= rounds;
          machine.debt -= rounds * machine.took;
          continue;
        }
        this.offset = -(machine.debt - divider) * ns;
        const [before, pc] = [machine.cycles, machine.pc];
        machine.step();
        machine.took = Math.max(1, machine.cycles - before) * divider;
        machine.turned = pc;
        machine.debt -= machine.took;
        pio.checkChangedPins();
      }
      this.offset = 0;
      const rounds = counting() ? machine.x : 0;
      if (!starved()) this.next = Math.min(this.next, divider - machine.debt + rounds * machine.took);
    }
    this.stepping = false;
  }

  // Let time pass, from alarm to alarm: DMA starts at one, and PIO must not be ahead of it.
  pass(ns) {
    const { clock } = this;
    const end = clock.nanos + ns;
    do {
      const step = Math.max(Math.min(clock.nextAlarm?.nanos ?? end, end) - clock.nanos, 0);
      if (this.machines.length) this.cycles += (step * this.mcu.clkSys) / 1e9;
      clock.tick(step);
      if (this.machines.length && this.cycles >= this.next) this.stepMachines();
    } while (clock.nanos < end);
    while (this.nanos >= 1e3 * this.planned) this.carryOut(this.plan.shift()); // also while the processor is held
  }

  catchUp() {
    const { ahead } = this.clock;
    this.clock.ahead = this.clock.until = 0;
    if (ahead) this.pass(ahead);
  }

  get planned() {
    return this.plan.length ? this.plan[0][0] : Infinity;
  }

  level(pin) {
    return this.mcu.gpio[pin].rawInputValue ? 1 : 0;
  }

  drive(pin, level) {
    this.driven[pin] = level;
    this.apply(pin);
  }

  apply(number) {
    const pin = this.mcu.gpio[number];
    let level = pin.value === GPIOPinState.High;
    if (pin.value !== GPIOPinState.High && pin.value !== GPIOPinState.Low) {
      if (this.driven[number] !== null) level = Boolean(this.driven[number]);
      else level = pin.value === GPIOPinState.InputPullUp;
    }
    if (level !== pin.rawInputValue) pin.setInputValue(level);
  }

  changed(number) {
    this.apply(number);
    const level = this.level(number);
    for (const watch of this.watches) {
      if (watch.pin === number && watch.level !== level) {
        watch.level = level;
        watch.tell(level);
      }
    }
  }

  watch(pin, tell) {
    this.watches.push({ pin, tell, level: this.level(pin) });
  }

  carryOut([, what, ...given]) {
    if (what === "send") this.host.send(Buffer.from(given[0], "hex"));
    else if (what === "contact") this.chain.set(...given);
    else if (what === "pin") this.drive(...given);
    else if (what === "adc") this.analog[given[0]] = given[1];
    else if (what === "stall") this.host.stall(Boolean(given[0]));
    else if (what === "reset") this.due = "reset";
    else throw new Error(`what is ${what}?`);
  }

  runUntil(end) {
    while (this.nanos < end && !(this.news && this.stop)) {
      if (this.due) {
        this.power(this.due);
        this.due = null;
      }
      const { core, clkSys } = this.mcu;
      if (core.waiting) {
        const left = Math.min(end, 1e3 * this.planned) - this.nanos;
        let ns = Math.min(this.clock.nextAlarm ? this.clock.nanosToNextAlarm : 1e6, 1e6, Math.max(left, 1));
        if (this.machines.length) ns = Math.min(ns, (Math.max(this.next - this.cycles, 1) * 1e9) / clkSys);
        this.pass(ns);
        this.slept += ns;
      } else {
        const { clock } = this;
        const ns = 1e9 / clkSys;
        const alarm = clock.nextAlarm ? clock.nanosToNextAlarm : Infinity;
        const machines = this.machines.length ? (this.next - this.cycles) * ns : Infinity;
        clock.until = Math.min(alarm, machines, Math.min(end, 1e3 * this.planned) - this.nanos);
        do {
          clock.ahead += (core.executeInstruction() + this.wait) * ns;
          this.wait = 0;
        } while (clock.ahead < clock.until && !core.waiting);
        this.catchUp();
      }
    }
  }

  serve({ until, do: wanted = [], stop = false }) {
    [this.stop, this.news, this.seen] = [stop, false, []];
    this.plan = [...this.plan, ...wanted].sort((a, b) => a[0] - b[0]);
    this.runUntil(1e3 * until);
    this.strip?.end();
    return { now: this.nanos / 1e3, slept: this.slept / 1e3, seen: this.seen };
  }
}

function patchMachine(pio, machine) {
  const write = machine.writeUint32.bind(machine);
  machine.divider = 65536;
  [machine.turned, machine.took] = [-1, 0]; // the instruction before, and what it took
  machine.writeUint32 = (offset, value) => {
    const was = machine.shiftCtrl >>> 30;
    write(offset, value);
    const joined = machine.shiftCtrl >>> 30; // bit 1: RX takes all eight words, bit 0: TX; a change clears both
    if (offset === 0) machine.divider = (machine.clockDivInt || 65536) + machine.clockDivFrac / 256;
    if (offset !== 8 || was === joined) return;
    machine.txFIFO = new machine.txFIFO.constructor(joined & 2 ? 0 : joined & 1 ? 8 : 4);
    machine.rxFIFO = new machine.rxFIFO.constructor(joined & 1 ? 0 : joined & 2 ? 8 : 4);
    machine.updateDMATx();
    machine.updateDMARx();
    pio.checkInterrupts();
  };
}

function loadImage(flash, bytes) {
  if (bytes.readUInt32LE(0) !== 0x0a324655) return flash.set(bytes, 0);
  for (let block = 0; block < bytes.length; block += 512) {
    const [address, size] = [bytes.readUInt32LE(block + 12), bytes.readUInt32LE(block + 16)];
    flash.set(bytes.subarray(block + 32, block + 32 + size), address - 0x10000000);
  }
}

function loadRom(bytes) {
  const words = bytes.toString("latin1").match(/0x[0-9a-f]{8}\b/gi);
  return words?.length >= 4096 ? Uint32Array.from(words, Number) : new Uint32Array(new Uint8Array(bytes).buffer);
}

const pico = new Pico();
for await (const line of readline.createInterface({ input: process.stdin })) {
  process.stdout.write(JSON.stringify(pico.serve(JSON.parse(line))) + "\n");
}
process.exit(0);
