/// Blocks and groups.
extension Extents {
    var end: Place {
        let group = groups.count - 1
        let block = groups[group].blocks.count - 1
        return Place(group: group, block: block, row: groups[group].blocks[block].count)
    }

    func place(_ index: Int) -> Place {
        precondition(index >= 0 && index < count, "no such row")
        return find(index).place
    }

    /// Where a row is kept, the lengths of all blocks before its own, and the rows of that. Behind all rows, all
    /// lengths.
    func find(_ index: Int) -> (place: Place, before: Double, block: Range<Int>) {
        var (left, before) = (index, 0.0)
        var place = Place(group: 0, block: 0, row: 0)
        while place.group < groups.count, left >= groups[place.group].count {
            left -= groups[place.group].count
            before += groups[place.group].sum
            place.group += 1
        }
        if place.group == groups.count { return (place, before, index..<index) }
        while left >= groups[place.group].blocks[place.block].count {
            left -= groups[place.group].blocks[place.block].count
            before += groups[place.group].blocks[place.block].sum
            place.block += 1
        }
        place.row = left
        let first = index - left
        return (place, before, first..<first + groups[place.group].blocks[place.block].count)
    }

    /// Goes on to the next row.
    func advance(_ place: inout Place) {
        place.row += 1
        if place.row < groups[place.group].blocks[place.block].count { return }
        (place.row, place.block) = (0, place.block + 1)
        if place.block < groups[place.group].blocks.count { return }
        (place.block, place.group) = (0, place.group + 1)
    }

    /// Splits the block and the group at `place` where they have grown too large; the place moves with its row.
    mutating func split(_ place: inout Place) {
        let block = groups[place.group].blocks[place.block]
        if block.count <= ExtentBlock.capacity { return }
        // What is appended fills blocks; what comes between rows halves them, so that there is room for more.
        let cut = place.row == block.count ? ExtentBlock.capacity : block.count / 2
        groups[place.group].blocks[place.block] = ExtentBlock(
            extents: Array(block.extents[..<cut]), kinds: Array(block.kinds[..<cut]), estimates: estimates)
        let rest = ExtentBlock(
            extents: Array(block.extents[cut...]), kinds: Array(block.kinds[cut...]), estimates: estimates)
        groups[place.group].blocks.insert(rest, at: place.block + 1)
        if place.row >= cut {
            place.row -= cut
            place.block += 1
        }
        groups[place.group].add()
        splitGroup(&place)
    }

    mutating func splitGroup(_ place: inout Place) {
        let blocks = groups[place.group].blocks
        if blocks.count <= Group.capacity { return }
        let cut = place.block == blocks.count - 1 ? Group.capacity : blocks.count / 2
        groups[place.group].blocks = Array(blocks[..<cut])
        groups[place.group].add()
        var rest = Group(blocks: Array(blocks[cut...]))
        rest.add()
        groups.insert(rest, at: place.group + 1)
        if place.block >= cut {
            place.block -= cut
            place.group += 1
        }
    }

    mutating func joinIfSmall(_ place: Place) {
        let blocks = groups[place.group].blocks
        guard blocks[place.block].count < ExtentBlock.capacity / 4, blocks.count > 1 else { return }
        let first = place.block > 0 ? place.block - 1 : 0
        guard blocks[first].count + blocks[first + 1].count <= ExtentBlock.capacity else { return }
        groups[place.group].blocks[first] = ExtentBlock(
            extents: blocks[first].extents + blocks[first + 1].extents,
            kinds: blocks[first].kinds + blocks[first + 1].kinds, estimates: estimates)
        groups[place.group].blocks.remove(at: first + 1)
    }
}

extension [Int] {
    /// Numbers that follow each other, as ranges; the numbers ascend.
    var runs: [Range<Int>] {
        var runs: [Range<Int>] = []
        for number in self {
            if let last = runs.last, last.upperBound == number {
                runs[runs.count - 1] = last.lowerBound..<number + 1
            } else {
                runs.append(number..<number + 1)
            }
        }
        return runs
    }
}
