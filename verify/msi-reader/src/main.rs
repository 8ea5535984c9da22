// Reads an installer of Windows Installer by the crates `msi` and `cab`: every row of every table, every stream, and every
// file of the cabinets in it. What is wrong is a line each on standard output.

use std::collections::HashMap;
use std::error::Error;
use std::fs::File;
use std::io::{self, Cursor, Read};

type Answer<T> = Result<T, Box<dyn Error>>;
type Package = msi::Package<File>;

fn main() -> Answer<()> {
    let path = std::env::args().nth(1).ok_or("Usage: msi-reader PACKAGE")?;
    let mut package = msi::open(path)?;
    let tables: Vec<String> = package.tables().map(|table| table.name().to_string()).collect();
    for table in tables {
        if let Err(error) = rows(&mut package, &table) {
            println!("table {table}: {error}");
        }
    }
    let streams: Vec<String> = package.streams().collect();
    for stream in streams {
        if let Err(error) = bytes_of(&mut package, &stream) {
            println!("stream {stream}: {error}");
        }
    }
    for problem in cabinet_problems(&mut package)? {
        println!("{problem}");
    }
    Ok(())
}

fn rows(package: &mut Package, table: &str) -> io::Result<Vec<msi::Row>> {
    Ok(package.select_rows(msi::Select::table(table))?.collect())
}

fn bytes_of(package: &mut Package, stream: &str) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    package.read_stream(stream)?.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Unpacks each file of the table `File` from its cabinet, and compares its size with what the table says.
fn cabinet_problems(package: &mut Package) -> Answer<Vec<String>> {
    let mut sizes: HashMap<String, u64> = HashMap::new();
    for row in rows(package, "File")? {
        let size = row["FileSize"].as_int().unwrap_or(-1) as u64;
        sizes.insert(row["File"].as_str().unwrap_or("").to_string(), size);
    }
    let mut problems = Vec::new();
    for row in rows(package, "Media")? {
        let Some(stream) = row["Cabinet"].as_str().and_then(|name| name.strip_prefix('#')) else {
            continue;
        };
        let mut cabinet = cab::Cabinet::new(Cursor::new(bytes_of(package, stream)?))?;
        let names: Vec<String> = cabinet
            .folder_entries()
            .flat_map(|folder| folder.file_entries().map(|file| file.name().to_string()).collect::<Vec<_>>())
            .collect();
        for name in names {
            let unpacked = cabinet.read_file(&name).and_then(|mut file| io::copy(&mut file, &mut io::sink()));
            match (unpacked, sizes.remove(&name)) {
                (Err(error), _) => problems.push(format!("file {name} of {stream}: {error}")),
                (Ok(_), None) => problems.push(format!("file {name} of {stream}: not in the table File")),
                (Ok(size), Some(wanted)) if size != wanted => {
                    problems.push(format!("file {name} of {stream}: {size} bytes, and the table says {wanted}"))
                }
                _ => {}
            }
        }
    }
    problems.extend(sizes.keys().map(|name| format!("file {name}: in no cabinet")));
    Ok(problems)
}
