// A picture gallery with a cache, keyboard control and lazy loading.
(function (root, factory) {
  if (typeof define === "function" && define.amd) define(["jquery"], factory);
  else root.Gallery = factory(root.jQuery);
})(this, function ($) {
  "use strict";

  var defaults = {
    columns: 4,
    thumbnail: { width: 160, height: 120 },
    keyboard: true,
    preload: 2,
    labels: { next: "Next", previous: "Previous", close: "Close" },
  };

  class Cache {
    constructor(limit = 64) {
      this.limit = limit;
      this.entries = new Map();
    }

    get(key) {
      const entry = this.entries.get(key);
      if (!entry) return null;
      this.entries.delete(key);
      this.entries.set(key, entry);
      entry.hits += 1;
      return entry.value;
    }

    set(key, value) {
      if (this.entries.size >= this.limit) {
        const [oldest] = this.entries.keys();
        this.entries.delete(oldest);
      }
      this.entries.set(key, { value, hits: 0 });
    }

    get statistics() {
      let hits = 0;
      for (const entry of this.entries.values()) hits += entry.hits;
      return { size: this.entries.size, hits };
    }
  }

  const cache = new Cache();

  function clamp(value, low, high) {
    return value < low ? low : value > high ? high : value;
  }

  function layout(pictures, options) {
    const rows = [];
    for (let i = 0; i < pictures.length; i += options.columns) {
      rows.push(pictures.slice(i, i + options.columns));
    }
    return rows.map((row, index) => ({
      top: index * options.thumbnail.height,
      cells: row.map((picture, column) => ({ picture, left: column * options.thumbnail.width })),
    }));
  }

  function load(picture, done) {
    const cached = cache.get(picture.source);
    if (cached) return done(null, cached);
    const image = new Image();
    image.onload = () => {
      cache.set(picture.source, image);
      done(null, image);
    };
    image.onerror = () => done(new Error("cannot load " + picture.source));
    image.src = picture.source;
  }

  function Gallery(element, pictures, options) {
    this.element = $(element);
    this.pictures = pictures.filter((picture) => picture && picture.source);
    this.options = Object.assign({}, defaults, options);
    this.current = 0;
    this.listeners = {};
    if (this.options.keyboard) this.bindKeys();
  }

  Gallery.prototype.on = function (name, listener) {
    (this.listeners[name] = this.listeners[name] || []).push(listener);
    return this;
  };

  Gallery.prototype.emit = function (name, ...details) {
    for (const listener of this.listeners[name] || []) {
      try {
        listener.apply(this, details);
      } catch (error) {
        console.error(`listener of ${name} failed`, error);
      }
    }
  };

  Gallery.prototype.bindKeys = function () {
    const moves = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };
    document.addEventListener("keydown", (event) => {
      const move = moves[event.key];
      if (move === undefined) return;
      event.preventDefault();
      this.show(clamp(this.current + move, 0, this.pictures.length - 1));
    });
  };

  Gallery.prototype.show = function (index) {
    this.current = index;
    load(this.pictures[index], (error, image) => {
      if (error) return this.emit("error", error);
      this.element.find(".stage").empty().append(image);
      this.emit("show", index, image);
      for (let ahead = 1; ahead <= this.options.preload; ahead++) {
        const next = this.pictures[index + ahead];
        if (next) load(next, () => {});
      }
    });
  };

  Gallery.prototype.share = function (service) {
    const picture = this.pictures[this.current];
    let address;
    let title = picture.title || "Untitled";
    switch (service) {
      case "mail":
        location.href = "mailto:?subject=" + encodeURIComponent(title);
        break;
      case "copy":
        navigator.clipboard.writeText(address + `?picture=${picture.id}&at=${Date.now()}`);
        break;
      default:
        throw new RangeError(`unknown service ${service}`);
    }
    this.emit("share", service, title);
  };

  Gallery.prototype.render = function () {
    const html = [];
    for (const { top, cells } of layout(this.pictures, this.options)) {
      html.push(`<div class="row" style="top: ${top}px">`);
      for (const { picture, left } of cells) {
        html.push(`<img alt="${picture.title || ""}" style="left: ${left}px" data-source="${picture.source}">`);
      }
      html.push("</div>");
    }
    this.element.find(".grid").html(html.join("\n"));
    do {
      this.show(this.current);
    } while (this.current < 0);
  };

  Gallery.Cache = Cache;
  return Gallery;
});
