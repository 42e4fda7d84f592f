//! Tables as rows, kinds and edges by name.

use rusqlite::types::Type;
use rusqlite::{Connection, Error, Result, Row, params};

use super::Dialect;
use crate::knowledge::tables::{Fragment, Multiplicity, Tables};
use crate::tree::{Context, EdgeId, KindId};

/// A name in a row that the grammar does not have.
#[derive(Debug, thiserror::Error)]
#[error("the grammar has no `{0}`")]
struct UnknownName(String);

impl Dialect<'_> {
    fn kind(&self, row: &Row, column: usize) -> Result<KindId> {
        let name = text(row, column)?;
        self.symbols.kind(name).ok_or_else(|| unknown(column, name))
    }

    fn context(&self, row: &Row) -> Result<Context> {
        let edge = text(row, 1)?;
        let edge = self.symbols.edge(edge).ok_or_else(|| unknown(1, edge))?;
        Ok(Context { parent: self.kind(row, 0)?, edge })
    }

    fn kind_name(&self, kind: KindId) -> &str {
        self.symbols.kind_name(kind)
    }

    fn edge_name(&self, edge: EdgeId) -> &str {
        self.symbols.edge_name(edge)
    }

    /// Reads every row of the language.
    pub(super) fn load(&self, connection: &Connection) -> Result<Tables> {
        let mut tables = Tables::default();
        let each = |query: &str, take: &mut dyn FnMut(&Row) -> Result<()>| -> Result<()> {
            let mut statement = connection.prepare_cached(query)?;
            let mut rows = statement.query([self.language])?;
            while let Some(row) = rows.next()? {
                take(row)?;
            }
            Ok(())
        };
        each("SELECT kind, count FROM kinds WHERE language = ?1", &mut |row| {
            tables.kinds.insert(self.kind(row, 0)?, row.get(1)?);
            Ok(())
        })?;
        each("SELECT parent, edge, present, children, least, most FROM edges WHERE language = ?1", &mut |row| {
            let (present, children, least, most) = (row.get(2)?, row.get(3)?, row.get(4)?, row.get(5)?);
            tables.edges.insert(self.context(row)?, Multiplicity { present, children, least, most });
            Ok(())
        })?;
        each("SELECT parent, edge, kind, count FROM contexts WHERE language = ?1", &mut |row| {
            tables.contexts.insert((self.kind(row, 2)?, self.context(row)?), row.get(3)?);
            Ok(())
        })?;
        each("SELECT parent, edge, token, count FROM separators WHERE language = ?1", &mut |row| {
            tables.separators.insert((self.context(row)?, self.kind(row, 2)?), row.get(3)?);
            Ok(())
        })?;
        each(
            "SELECT parent, edge, kind, tokens, text FROM fragments WHERE language = ?1 ORDER BY parent, edge, place",
            &mut |row| {
                let text: Vec<u8> = row.get(4)?;
                let fragment = Fragment { kind: self.kind(row, 2)?, tokens: row.get(3)?, text: text.into() };
                tables.smallest.entry(self.context(row)?).or_default().push(fragment);
                Ok(())
            },
        )?;
        Ok(tables)
    }

    /// Writes those rows of `tables` whose keys `touched` has.
    pub(super) fn save(&self, connection: &Connection, tables: &Tables, touched: &Tables) -> Result<()> {
        let language = self.language;
        let mut put = connection.prepare_cached("INSERT OR REPLACE INTO kinds VALUES (?1, ?2, ?3)")?;
        for kind in touched.kinds.keys() {
            put.execute(params![language, self.kind_name(*kind), tables.kinds[kind]])?;
        }
        let mut put = connection.prepare_cached("INSERT OR REPLACE INTO edges VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)")?;
        for at in touched.edges.keys() {
            let (parent, edge) = (self.kind_name(at.parent), self.edge_name(at.edge));
            let m = tables.edges[at];
            put.execute(params![language, parent, edge, m.present, m.children, m.least, m.most])?;
        }
        let mut put = connection.prepare_cached("INSERT OR REPLACE INTO contexts VALUES (?1, ?2, ?3, ?4, ?5)")?;
        for key @ (kind, at) in touched.contexts.keys() {
            let (parent, edge) = (self.kind_name(at.parent), self.edge_name(at.edge));
            put.execute(params![language, parent, edge, self.kind_name(*kind), tables.contexts[key]])?;
        }
        let mut put = connection.prepare_cached("INSERT OR REPLACE INTO separators VALUES (?1, ?2, ?3, ?4, ?5)")?;
        for key @ (at, token) in touched.separators.keys() {
            let (parent, edge) = (self.kind_name(at.parent), self.edge_name(at.edge));
            put.execute(params![language, parent, edge, self.kind_name(*token), tables.separators[key]])?;
        }
        let mut put =
            connection.prepare_cached("INSERT OR REPLACE INTO fragments VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)")?;
        for at in touched.smallest.keys() {
            let (parent, edge) = (self.kind_name(at.parent), self.edge_name(at.edge));
            // A list never gets shorter, so no row of an older one is left over.
            for (place, f) in tables.smallest[at].iter().enumerate() {
                put.execute(params![language, parent, edge, place, self.kind_name(f.kind), f.tokens, f.text])?;
            }
        }
        Ok(())
    }
}

fn text<'r>(row: &'r Row, column: usize) -> Result<&'r str> {
    Ok(row.get_ref(column)?.as_str()?)
}

fn unknown(column: usize, name: &str) -> Error {
    Error::FromSqlConversionFailure(column, Type::Text, Box::new(UnknownName(name.to_owned())))
}
